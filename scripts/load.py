#!/usr/bin/env python3
"""Puts skua-server under load and reports how it did.

usage: scripts/load.py [--url http://127.0.0.1:8080] [--capacity 2] [--seconds 60] [--steps 0.5,1,2,5] [--pid <server>]

An open model: requests arrive at a given rate whatever happens, and times are measured from the moment a request was due, so
that stalls are not hidden (coordinated omission). The rate is a multiple of the capacity, which is slots / mean seconds of a
request. The mix: 60 % best moves of 100 ms, 25 % streams of up to 5 s of which a third is left early, 10 % explanations, 5 % bad
requests; a fifth asks for one of a few equal positions. The server needs --per-client 1000, since all comes from one address.
Fails if an answer is lost, or a status is neither 200, 4xx as asked for, nor 429 or 503 with Retry-After.
"""
import argparse
import asyncio
import json
import random
import sys
import time
from urllib.parse import urlparse

MEAN_SECONDS = 0.6 * 0.1 + 0.25 * 2.0 + 0.1 * 0.3  # of an engine, about


def moves(shared):
    rng = random.Random(random.randrange(5)) if shared else random
    first = ['e2e4', 'd2d4', 'c2c4', 'g1f3', 'b1c3', 'g2g3', 'b2b3', 'f2f4', 'a2a3', 'h2h3', 'e2e3', 'd2d3']
    reply = ['e7e5', 'd7d5', 'c7c5', 'g8f6', 'b8c6', 'g7g6', 'b7b6', 'e7e6', 'd7d6', 'c7c6', 'a7a6', 'h7h6']
    return [rng.choice(first), rng.choice(reply)]


def request():
    position = {'startpos': True, 'moves': moves(random.random() < 0.2)}
    kind = random.random()
    if kind < 0.60:
        return 'bestmove', '/v1/bestmove', {'position': position, 'limits': {'movetime': random.randint(95, 105)}}, None
    if kind < 0.85:
        leaves = random.uniform(0.2, 2) if random.random() < 1 / 3 else None
        return 'analyse', '/v1/analyse', {'position': position, 'limits': {'movetime': random.randint(1000, 5000)}}, leaves
    if kind < 0.95:
        return 'explain', '/v1/explain', {'position': position, 'limits': {'nodes': random.randint(20000, 21000)}}, None
    return 'bad', '/v1/bestmove', {'position': {'fen': 'nonsense'}}, None


async def send(url, path, body, leaves):
    """Returns status, the time of the first byte and of the end, and whether there is a Retry-After."""
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    try:
        text = json.dumps(body).encode()
        writer.write(f'POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(text)}\r\n\r\n'.encode() + text)
        head = await asyncio.wait_for(reader.readuntil(b'\r\n\r\n'), 120)
        first = time.monotonic()
        if leaves is not None and head.startswith(b'HTTP/1.1 200'):
            await asyncio.sleep(leaves)
            return 200, first, None, False
        rest = await asyncio.wait_for(reader.read(), 120)
        complete = rest.endswith(b'0\r\n\r\n') if b'chunked' in head else len(rest) > 0
        if b'"event": "error"' in rest:  # a stream that waited too long
            return 503, first, time.monotonic(), b'"retry_after"' in rest
        return (int(head[9:12]) if complete else 0), first, time.monotonic(), b'Retry-After' in head
    finally:
        writer.close()


def percentile(values, share):
    values = sorted(values)
    return 1000 * values[min(len(values) - 1, int(share * len(values)))] if values else float('nan')


def memory(pid):
    if pid is None:
        return ''
    with open(f'/proc/{pid}/status') as status:
        return next(line.split()[1] for line in status if line.startswith('VmRSS'))


async def step(url, rate, seconds, pid):
    results, lost = [], []

    async def one(due):
        kind, path, body, leaves = request()
        try:
            status, first, end, retry = await send(url, path, body, leaves)
            results.append((kind, status, first - due, None if end is None else end - due, retry))
        except Exception as error:
            lost.append(f'{kind}: {error!r}')

    tasks, due = [], time.monotonic()
    stop = due + seconds
    while due < stop:
        due += random.expovariate(rate)
        await asyncio.sleep(max(0, due - time.monotonic()))
        tasks.append(asyncio.create_task(one(due)))
    await asyncio.gather(*tasks)
    statuses = {}
    for _, status, *_ in results:
        statuses[status] = statuses.get(status, 0) + 1
    wrong = [r for r in results if not (r[1] == (422 if r[0] == 'bad' else 200) or (r[1] in (429, 503) and r[4]))]
    done = [r for r in results if r[1] == 200]
    print(f'{rate:.1f}/s for {seconds} s: {len(tasks)} sent, {len(done) / seconds:.1f}/s served, statuses {statuses}, lost {len(lost)}, '
          f'memory {memory(pid)} kB')
    for kind in ('bestmove', 'analyse', 'explain'):
        first = [r[2] for r in done if r[0] == kind]
        end = [r[3] for r in done if r[0] == kind and r[3] is not None]
        print(f'  {kind:9} first byte p50 {percentile(first, .5):6.0f} p95 {percentile(first, .95):6.0f} p99 {percentile(first, .99):6.0f} ms;'
              f'  end p50 {percentile(end, .5):6.0f} p95 {percentile(end, .95):6.0f} p99 {percentile(end, .99):6.0f} ms')
    for problem in (lost + wrong)[:5]:
        print('  WRONG:', problem)
    return not lost and not wrong


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--url', default='http://127.0.0.1:8080')
    parser.add_argument('--capacity', type=float, default=2, help='slots of the server')
    parser.add_argument('--seconds', type=int, default=60)
    parser.add_argument('--steps', default='0.5,1,2,5')
    parser.add_argument('--pid', type=int)
    options = parser.parse_args()
    good = True
    for multiple in map(float, options.steps.split(',')):
        print(f'{multiple:g} times the capacity:')
        good = await step(urlparse(options.url), multiple * options.capacity / MEAN_SECONDS, options.seconds, options.pid) and good
    print('passed' if good else 'FAILED')
    return 0 if good else 1


sys.exit(asyncio.run(main()))

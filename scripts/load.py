#!/usr/bin/env python3
"""Puts skua-server under load and reports how it did.

usage: scripts/load.py [--url http://127.0.0.1:8080] [--slots 2] [--seconds 60] [--steps 0.5,1,2,5] [--sessions 100]

An open model: requests arrive at a given rate whatever happens, and times are measured from the moment a request was due, so
that stalls are not hidden (coordinated omission). The rate is a multiple of the capacity, which is slots / mean seconds of an
engine for a request. The mix: 60 % best moves of 100 ms, 25 % streams of 5 s of which a third is left early, 10 % explanations,
5 % bad requests; a fifth asks for one of a few equal positions. Each session is a client of its own: start the server with
--trust-proxy. Fails if an answer is lost or wrong, if a status is neither 200, 422 as asked for, nor 429 or 503 with
Retry-After, if a stream tells nothing within 100 ms (p99) at up to the capacity, if less than 99 % of the cancelled searches
are gone within 100 ms, or if less is served beyond the capacity than at it.
"""
import argparse
import asyncio
import json
import random
import sys
import time
import urllib.request
from urllib.parse import urlparse

# Of an engine, about: best moves, streams to the end and those that are left, explanations.
MEAN_SECONDS = 0.60 * 0.1 + 0.25 * (2 / 3 * 5 + 1 / 3 * 1.1) + 0.10 * 1.5
KINDS = ('bestmove', 'analyse', 'explain')


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
        return 'analyse', '/v1/analyse', {'position': position, 'limits': {'movetime': random.randint(4900, 5100)}}, leaves
    if kind < 0.95:
        return 'explain', '/v1/explain', {'position': position, 'limits': {'nodes': random.randint(20000, 21000)}}, None
    return 'bad', '/v1/bestmove', {'position': {'fen': 'nonsense'}}, None


class Result:
    def __init__(self, kind):
        self.kind, self.status, self.first_line, self.first_info, self.end, self.retry = kind, 0, None, None, None, False


async def send(url, session, path, body, leaves, result, due):
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    try:
        text = json.dumps(body).encode()
        writer.write(f'POST {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.{session // 250}.{session % 250 + 1}\r\n'
                     f'Connection: close\r\nContent-Length: {len(text)}\r\n\r\n'.encode() + text)
        head = await asyncio.wait_for(reader.readuntil(b'\r\n\r\n'), 120)
        status, body, until = int(head[9:12]), b'', None
        result.retry = b'Retry-After' in head
        while True:
            if leaves is not None and status == 200 and result.first_line is not None and until is None:
                until = time.monotonic() + leaves
            piece = b''
            try:
                piece = await asyncio.wait_for(reader.read(65536), 120 if until is None else max(0, until - time.monotonic()))
            except asyncio.TimeoutError:
                if until is None:
                    raise
                result.status = 200  # left early
                return
            if not piece:
                break
            now = time.monotonic() - due
            result.first_line = result.first_line or now
            body += piece
            if result.first_info is None and b'"event": "info"' in body:
                result.first_info = now
        complete = body.endswith(b'0\r\n\r\n') if b'chunked' in head else len(body) > 0
        result.status, result.end = (status if complete else 0), time.monotonic() - due
        if b'"event": "error"' in body:  # a stream that waited too long
            result.status, result.retry = 503, b'"retry_after"' in body
        elif status == 200 and complete and not (b'"move"' in body or b'"best"' in body):
            result.status = 0
    finally:
        writer.close()


def percentile(values, share):
    values = sorted(value for value in values if value is not None)
    return f'{1000 * values[min(len(values) - 1, int(share * len(values)))]:.0f}' if values else '-'


def figures(url):
    text = urllib.request.urlopen(f'{url.scheme}://{url.netloc}/metrics').read().decode()
    return {line.rsplit(' ', 1)[0]: float(line.rsplit(' ', 1)[1]) for line in text.splitlines() if line and line[0] != '#'}


async def step(url, multiple, options):
    rate = multiple * options.slots / MEAN_SECONDS
    before = figures(url)
    results, lost = [], []

    async def one(due):
        kind, path, body, leaves = request()
        result = Result(kind)
        try:
            await send(url, random.randrange(options.sessions), path, body, leaves, result, due)
            results.append(result)
        except Exception as error:
            lost.append(f'{kind}: {error!r}')

    tasks, due = [], time.monotonic()
    stop = due + options.seconds
    while due < stop:
        due += random.expovariate(rate)
        await asyncio.sleep(max(0, due - time.monotonic()))
        tasks.append(asyncio.create_task(one(due)))
    await asyncio.gather(*tasks)
    while figures(url)['skua_slots_busy'] > 0:
        await asyncio.sleep(0.1)
    after = figures(url)
    change = {name: value - before.get(name, 0) for name, value in after.items()}
    statuses = {}
    for result in results:
        statuses[result.status] = statuses.get(result.status, 0) + 1
    wrong = [r for r in results if not (r.status == (422 if r.kind == 'bad' else 200) or (r.status in (429, 503) and r.retry))]
    done = [r for r in results if r.status == 200]
    served = len(done) / options.seconds
    cancelled, quick = change['skua_cancel_seconds_count'], change['skua_cancel_seconds_bucket{le="0.1"}']
    print(f'{multiple:g} times the capacity, {rate:.2f}/s for {options.seconds} s: {len(tasks)} sent, {served:.2f}/s served, '
          f'statuses {dict(sorted(statuses.items()))}, lost {len(lost)}, wrong {len(wrong)}')
    print(f'  cancelled {cancelled:.0f}, of these within 100 ms {quick:.0f}; shared {change["skua_shared_total"]:.0f}, from the '
          f'store {change["skua_store_hits_total"]:.0f}; memory {after["process_resident_memory_bytes"] / 1e6:.0f} MB, '
          f'files {after["process_open_fds"]:.0f}, threads {after["process_threads"]:.0f}')
    for kind in KINDS:
        own = [r for r in done if r.kind == kind]
        columns = [('first line', [r.first_line for r in own]), ('end', [r.end for r in own])]
        if kind == 'analyse':
            columns.insert(1, ('first info', [r.first_info for r in own]))
        print(f'  {kind:9}' + ';'.join(f' {name} p50 {percentile(v, .5)} p95 {percentile(v, .95)} p99 {percentile(v, .99)} '
                                       f'max {percentile(v, 1)} ms' for name, v in columns))
    for problem in lost[:5] + [vars(result) for result in wrong[:5]]:
        print('  WRONG:', problem)
    late = [r for r in done if r.kind == 'analyse' and r.first_line is not None and r.first_info is None and r.end is None]
    first = percentile([r.first_info for r in done if r.kind == 'analyse'], .99)
    is_good = not lost and not wrong and quick >= 0.99 * cancelled
    if multiple <= 1 and (late or first == '-' or int(first) >= 100):
        print(f'  WRONG: streams tell something too late: p99 {first} ms, {len(late)} never')
        is_good = False
    return is_good, served


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--url', default='http://127.0.0.1:8080')
    parser.add_argument('--slots', type=float, default=2, help='slots of the server')
    parser.add_argument('--seconds', type=int, default=60)
    parser.add_argument('--steps', default='0.5,1,2,5')
    parser.add_argument('--sessions', type=int, default=100)
    options = parser.parse_args()
    good, served_at = True, {}
    for multiple in map(float, options.steps.split(',')):
        is_good, served_at[multiple] = await step(urlparse(options.url), multiple, options)
        good = good and is_good
    for multiple, served in served_at.items():
        if multiple > 1 and served < served_at.get(1, 0):
            print(f'WRONG: less is served at {multiple:g} times the capacity than at it')
            good = False
    print('passed' if good else 'FAILED')
    return 0 if good else 1


sys.exit(asyncio.run(main()))

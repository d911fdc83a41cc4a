// Serves dist/ on loopback, with the headers that threads need.
// usage: node scripts/serve.mjs [--port 8000] [--no-isolation] [--path /below/here]
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';

const Types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.wasm': 'application/wasm',
};
const Compressed = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.json', '.wasm', '.nnue', '.bin', '.webmanifest']);

// Answers with the server and the address of the page.
export function serve({ folder, port = 0, isolated = true, path = '/' }) {
  const prefix = path.endsWith('/') ? path : `${path}/`;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const asked = decodeURIComponent(url.pathname);
    let name = asked.startsWith(prefix) ? asked.slice(prefix.length) : null;
    if (name === '') name = 'index.html';
    const file = name === null ? null : join(folder, normalize(`/${name}`));
    let size = -1;
    try {
      const stat = file === null ? null : statSync(file);
      if (stat?.isFile()) size = stat.size;
    } catch {
      // Not found.
    }
    if (file === null || size < 0 || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
      return;
    }
    const extension = extname(file);
    const headers = {
      'Content-Type': Types[extension] ?? 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': /-[0-9a-zA-Z_-]{8,}(\.|\/)/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (isolated) {
      headers['Cross-Origin-Opener-Policy'] = 'same-origin';
      headers['Cross-Origin-Embedder-Policy'] = 'require-corp';
    }
    const zip = Compressed.has(extension) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (zip) headers['Content-Encoding'] = 'gzip';
    else headers['Content-Length'] = size;
    response.writeHead(200, headers);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const stream = createReadStream(file);
    (zip ? stream.pipe(createGzip({ level: 5 })) : stream).pipe(response);
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => done({ server, address: `http://127.0.0.1:${server.address().port}${prefix}` }));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8000' }, 'no-isolation': { type: 'boolean', default: false }, path: { type: 'string', default: '/' } } });
  const folder = fileURLToPath(new URL('../dist', import.meta.url));
  const { address } = await serve({ folder, port: Number(values.port), isolated: !values['no-isolation'], path: values.path });
  console.log(`Skua is at ${address}   (Ctrl-C ends)`);
}

// The worker around the engine: strings that are posted to it are lines of UCI, and each line of the engine comes back as a
// string. Objects with an `id` are calls; their answers carry the same id. In Node the script is also a program that
// speaks UCI over standard input and output. emcc puts this before its own code, in skua.js and in skua-threads.js.
if (!Module['ENVIRONMENT_IS_PTHREAD']) (function () {
  'use strict';
  // As in main.cpp.
  const Request = { line: 0, command: 1, analyseGames: 2 };
  const Answer = { lines: 0, progress: 1, result: 2, error: 3, closed: 4 };

  const inNode = typeof process === 'object' && typeof importScripts === 'undefined';
  const threaded = SKUA_THREADED;
  const name = threaded ? 'skua-threads' : 'skua';
  const parentPort = inNode ? require('worker_threads').parentPort : null;
  const isProgram = inNode && !parentPort;

  // ------------------------------------------------------------------ where the files are

  // After the # of the worker's address there may be those of the .wasm and of the .worker.js.
  const given = inNode ? [] : self.location.hash.slice(1).split(',').map(decodeURIComponent);
  const folder = inNode ? __dirname + '/' : self.location.href.replace(/[?#].*/, '').replace(/[^/]*$/, '');
  const wasm = given[0] ? new URL(given[0], self.location.href).href : folder + name + '.wasm';
  Module['locateFile'] = (file) => (file.endsWith('.worker.js') && given[1]) || folder + file;

  async function load(imports) {
    if (inNode) { return WebAssembly.instantiate(await require('fs').promises.readFile(wasm), imports); }
    const response = await fetch(wasm, { credentials: 'same-origin' });
    if (!response.ok) { throw new Error('the server answers ' + response.status); }
    const streams = (response.headers.get('content-type') || '').startsWith('application/wasm');
    return streams && WebAssembly.instantiateStreaming
      ? WebAssembly.instantiateStreaming(response, imports)
      : WebAssembly.instantiate(await response.arrayBuffer(), imports);
  }
  Module['instantiateWasm'] = (imports, done) => {
    load(imports).then((loaded) => done(loaded.instance, loaded.module)).catch((reason) => {
      // Thrown outside of a promise, it reaches whoever listens to the worker's errors.
      setTimeout(() => { throw new Error("Skua can't be loaded from " + wasm + ': ' + reason.message); });
    });
    return {};
  };

  // Some systems refuse to set aside as much as the engine might ever use.
  if (threaded) {
    const MB = 16;  // pages
    for (let maximum = 2048; maximum >= 256 && !Module['wasmMemory']; maximum /= 2) {
      try {
        Module['wasmMemory'] = new WebAssembly.Memory({ initial: 64 * MB, maximum: maximum * MB, shared: true });
      } catch (error) {
        if (maximum === 256) { throw error; }
      }
    }
  }

  // ------------------------------------------------------------------ messages

  function post(message) {
    if (isProgram) {
      process.stdout.write(message + '\n');
    } else if (parentPort) {
      parentPort.postMessage(message);
    } else {
      self.postMessage(message);
    }
  }

  function deliver(request, call, text, nodes) {
    const length = lengthBytesUTF8(text);
    const pointer = _malloc(length + 1);
    stringToUTF8(text, pointer, length + 1);
    _skua_receive(request, call, pointer, length, nodes);
    _free(pointer);
  }

  function addFile(path, bytes) {
    const folders = path.split('/').slice(0, -1).join('/');
    if (folders) { FS.mkdirTree(folders); }
    FS.writeFile(path, bytes);
  }

  function handle(message) {
    if (typeof message === 'string') {
      for (const line of message.split('\n')) { deliver(Request.line, 0, line, 0); }
    } else if (message && message.call === 'command') {
      deliver(Request.command, message.id, message.line, 0);
    } else if (message && message.call === 'analyseGames') {
      deliver(Request.analyseGames, message.id, message.pgn, message.nodes || 0);
    } else if (message && message.call === 'addFile') {
      try {
        addFile(message.name, message.bytes);
        post({ id: message.id, result: '' });
      } catch (error) {
        post({ id: message.id, error: "the file '" + message.name + "' can't be added: " + error });
      }
    }
    work();
  }

  const waiting = [];  // messages that came before the engine was there
  let ready = false;
  const receive = (message) => { if (ready) { handle(message); } else { waiting.push(message); } };
  Module['onRuntimeInitialized'] = () => {
    // main() comes first.
    soon(() => {
      ready = true;
      waiting.splice(0).forEach(handle);
    });
  };

  Module['tell'] = (kind, id, text) => {
    if (kind === Answer.lines) {
      for (const line of text.split('\n')) { post(line); }
    } else if (kind === Answer.progress) {
      post({ id, progress: text.split(' ').map(Number) });
    } else if (kind === Answer.result) {
      post({ id, result: text });
    } else if (kind === Answer.error) {
      post(id ? { id, error: text } : 'info string error: ' + text);
    } else if (inNode) {
      process.exit(0);
    } else {
      self.close();
    }
  };

  // ------------------------------------------------------------------ searching, in slices between messages

  let soon;  // calls a function after the messages that are there already
  if (inNode) {
    soon = setImmediate;
  } else {
    const channel = new MessageChannel();
    const calls = [];
    channel.port1.onmessage = () => calls.shift()();
    soon = (call) => {
      calls.push(call);
      channel.port2.postMessage(null);
    };
  }
  let scheduled = false;
  function work() {
    if (scheduled || threaded) { return; }
    scheduled = true;
    soon(() => {
      scheduled = false;
      if (_skua_run_slice()) { work(); }
    });
  }

  // ------------------------------------------------------------------ where messages come from

  if (isProgram) {
    // Arguments are one command; without them, commands come by the standard input, whose end ends the engine.
    if (process.argv.length > 2) {
      Module['arguments'] = [];
      receive({ call: 'command', id: 1, line: process.argv.slice(2).join(' ') });
      const say = post;
      Module['tell'] = (kind, id, text) => { if (kind === Answer.lines) { say(text); } else { process.exit(0); } };
    } else {
      const lines = require('readline').createInterface({ input: process.stdin });
      lines.on('line', receive);
      lines.on('close', () => receive('quit'));
    }
  } else if (parentPort) {
    parentPort.on('message', receive);
  } else {
    self.onmessage = (event) => receive(event.data);
  }
})();

// Skua for pages and for Node: createEngine() starts a worker and speaks UCI with it. index.d.ts describes the functions.

const needsNode = typeof Worker === 'undefined';

// ---------------------------------------------------------------------- files and workers

// Bundlers find the files by these very expressions.
function ownFiles(threaded) {
  return threaded
    ? {
        script: new URL('./dist/skua-threads.js', import.meta.url),
        wasm: new URL('./dist/skua-threads.wasm', import.meta.url),
        thread: new URL('./dist/skua-threads.worker.js', import.meta.url),
      }
    : { script: new URL('./dist/skua.js', import.meta.url), wasm: new URL('./dist/skua.wasm', import.meta.url) };
}

async function filesIn(base, threaded) {
  let folder = String(base);
  if (!folder.endsWith('/')) { folder += '/'; }
  if (needsNode && !/^[a-z]{2,}:/.test(folder)) {
    folder = (await import(/* @vite-ignore */ /* webpackIgnore: true */ nodeModule('url'))).pathToFileURL(folder).href;
  }
  const address = new URL(folder, needsNode ? undefined : globalThis.location.href);
  const name = threaded ? 'skua-threads' : 'skua';
  return {
    script: new URL(name + '.js', address),
    wasm: new URL(name + '.wasm', address),
    thread: threaded ? new URL(name + '.worker.js', address) : undefined,
  };
}

// Bundlers put small files into the module as data: addresses. A worker from such an address has no origin and may not load
// the engine; from a blob: address it has that of the page.
let threadBlob;
function threadAddress(address) {
  if (address.protocol !== 'data:') { return address.href; }
  if (!threadBlob) {
    const [start, body] = address.href.split(/,(.*)/s);
    const text = start.endsWith(';base64') ? atob(decodeURIComponent(body)) : decodeURIComponent(body);
    threadBlob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  }
  return threadBlob;
}

// Not a constant, so that bundlers don't look for it.
function nodeModule(name) { return ['node', name].join(':'); }

function threadsArePossible() {
  return typeof SharedArrayBuffer !== 'undefined' && (needsNode || globalThis.crossOriginIsolated === true);
}

// A worker as both kinds of systems have it: { post, terminate }.
async function startWorker(files, onMessage, onError) {
  if (needsNode) {
    const { Worker } = await import(/* @vite-ignore */ /* webpackIgnore: true */ nodeModule('worker_threads'));
    const worker = new Worker(files.script);
    let ended = false;
    worker.on('message', onMessage);
    worker.on('error', (error) => onError(String(error?.message ?? error)));
    worker.on('exit', () => { if (!ended) { onError('the worker has ended'); } });
    return {
      post: (message) => worker.postMessage(message),
      terminate: () => {
        ended = true;
        worker.terminate();
      },
    };
  }
  const addresses = [files.wasm.href, files.thread && threadAddress(files.thread)].filter(Boolean);
  const worker = new Worker(files.script.href + '#' + addresses.map(encodeURIComponent).join(','));
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => {
    event.preventDefault?.();
    onError(event.message || "the worker can't be started: " + files.script.href);
  };
  worker.onmessageerror = () => onError('a message of the worker is unreadable');
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
}

// ---------------------------------------------------------------------- words of UCI

// One line, whatever the text has in it.
function oneLine(text) { return String(text).replace(/[\r\n\0]+/g, ' ').trim(); }

function checkMoves(moves, name) {
  if (moves !== undefined && !(Array.isArray(moves) && moves.every((move) => typeof move === 'string'))) {
    throw new TypeError(`${name} must be an array of strings`);
  }
}

function checkPosition(position) {
  if (typeof position !== 'object' || position === null) { throw new TypeError('a position is an object like { fen, moves }'); }
  checkMoves(position.moves, 'moves');
}

function positionLine({ fen, moves = [] }) {
  const start = fen === undefined ? 'startpos' : 'fen ' + oneLine(fen);
  return 'position ' + start + (moves.length > 0 ? ' moves ' + oneLine(moves.join(' ')) : '');
}

const LimitNames = ['depth', 'nodes', 'movetime', 'mate', 'wtime', 'btime', 'winc', 'binc', 'movestogo'];
const EndingLimits = ['depth', 'nodes', 'movetime', 'mate', 'wtime', 'btime'];

function checkLimits(limits) {
  if (typeof limits !== 'object' || limits === null) { throw new TypeError('limits are an object like { depth: 12 }'); }
  for (const name of LimitNames) {
    const value = limits[name];
    const isTime = name === 'wtime' || name === 'btime';  // clocks may have run out
    if (value !== undefined && !(Number.isFinite(value) && (isTime || value >= 0))) {
      throw new TypeError(`${name} must be a number${isTime ? '' : ', and not below 0'}: ${oneLine(value)}`);
    }
  }
}

function goesOnForever(limits) {
  return limits.infinite === true || !EndingLimits.some((name) => limits[name] !== undefined);
}

function goLine(limits, searchmoves = []) {
  const words = ['go'];
  if (goesOnForever(limits)) { words.push('infinite'); }
  for (const name of LimitNames) {
    if (limits[name] !== undefined) { words.push(name, String(Math.round(Number(limits[name])))); }
  }
  if (searchmoves.length > 0) { words.push('searchmoves', oneLine(searchmoves.join(' '))); }
  return words.join(' ');
}

function optionLine(name, value) { return `setoption name ${oneLine(name)} value ${oneLine(value)}`; }

// A line with a principal variation as data; nothing for the other kinds of info.
function parseInfo(line) {
  const words = line.split(/\s+/);
  const info = { depth: 0, seldepth: 0, multipv: 1, score: {}, nodes: 0, nps: 0, time: 0, pv: [] };
  let hasScore = false;
  for (let i = 1; i < words.length; ++i) {
    const word = words[i];
    if (word === 'string' || word === 'currmove') { return null; }
    if (word === 'pv') {
      info.pv = words.slice(i + 1);
      break;
    }
    if (word === 'score') {
      info.score = { [words[i + 1]]: Number(words[i + 2]) };
      hasScore = true;
      i += 2;
    } else if (word === 'lowerbound' || word === 'upperbound') {
      info.bound = word === 'lowerbound' ? 'lower' : 'upper';
    } else if (word === 'wdl') {
      info.wdl = words.slice(i + 1, i + 4).map(Number);
      i += 3;
    } else if (['depth', 'seldepth', 'multipv', 'nodes', 'nps', 'time', 'hashfull', 'tbhits'].includes(word)) {
      info[word] = Number(words[++i]);
    }
  }
  return hasScore ? info : null;
}

function parseBestMove(line) {
  const [, move, , ponder] = line.split(/\s+/);
  const none = move === '(none)' || move === '0000' || !move;
  return ponder ? { move: none ? null : move, ponder } : { move: none ? null : move };
}

const ErrorStart = 'info string error: ';

// ---------------------------------------------------------------------- one worker

// Speaks with one worker, and knows which answer belongs to which question.
class Connection {
  #worker;
  #listeners = new Set();
  #ready = [];       // for each `isready` that was sent: who waits for it; null for the user
  #calls = new Map();  // by number
  #lastCall = 0;
  #uciok;
  #onDeath;
  dead = null;  // why it can't be used any more

  static async open(files, onDeath) {
    const connection = new Connection();
    connection.#onDeath = onDeath;
    const identified = new Promise((resolve, reject) => { connection.#uciok = { resolve, reject }; });
    connection.#worker = await startWorker(
      files, (message) => connection.#receive(message), (reason) => connection.die(reason, true));
    connection.#worker.post('uci');
    await identified;
    return connection;
  }

  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // A line of the user.
  send(line) {
    if (this.dead) { return; }
    if (/^\s*isready\b/.test(line)) { this.#ready.push(null); }
    this.#worker.post(line);
  }

  // Sends lines; resolves when they are carried out, and rejects with the engine's words if one of them was refused.
  ask(...lines) {
    if (this.dead) { return Promise.reject(this.dead); }
    // What is refused before the first of these is the fault of earlier lines.
    this.#ready.push({ errors: [], resolve() {}, reject() {} });
    this.#worker.post('isready');
    for (const line of lines) { this.#worker.post(line); }
    return new Promise((resolve, reject) => {
      this.#ready.push({ errors: [], resolve, reject });
      this.#worker.post('isready');
    });
  }

  // A call of worker.js; resolves with its result.
  call(name, details, onProgress) {
    if (this.dead) { return Promise.reject(this.dead); }
    const id = ++this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject, onProgress });
      this.#worker.post({ call: name, id, ...details });
    });
  }

  die(reason, isCrash) {
    if (this.dead) { return; }
    this.dead = new Error(reason);
    this.#worker?.terminate();
    this.#uciok.reject(this.dead);
    for (const waiting of this.#ready) { waiting?.reject(this.dead); }
    for (const call of this.#calls.values()) { call.reject(this.dead); }
    this.#onDeath(this.dead, isCrash);
  }

  #receive(message) {
    if (this.dead) { return; }
    if (typeof message === 'string') { return this.#line(message); }
    const call = this.#calls.get(message.id);
    if (message.progress) { return call?.onProgress?.(...message.progress); }
    this.#calls.delete(message.id);
    if (message.error === undefined) { call?.resolve(message.result); } else { call?.reject(new Error(message.error)); }
  }

  #line(line) {
    if (line === 'uciok') { this.#uciok.resolve(); }
    if (line.startsWith(ErrorStart)) { this.#ready[0]?.errors.push(line.slice(ErrorStart.length)); }
    if (line === 'readyok') {
      const waiting = this.#ready.shift();
      if (waiting) {
        if (waiting.errors.length > 0) {
          waiting.reject(new Error(waiting.errors.join('; ')));
        } else {
          waiting.resolve();
        }
        return;
      }
    }
    for (const listener of this.#listeners) { listener(line); }
  }
}

// ---------------------------------------------------------------------- a search

// Infos that nobody has fetched; older ones are dropped.
const MostInfos = 1000;

class Search {
  isStopped = false;  // before or after it has started
  isOver = false;
  #infos = [];
  #fetchers = [];
  #settle;
  #error = null;  // why it ended without a best move, for whoever reads the infos
  result = new Promise((resolve, reject) => { this.#settle = { resolve, reject }; });

  constructor() {
    // Somebody who only reads the infos hears of it there, and must not get an unhandled rejection.
    this.result.catch(() => {});
  }

  add(info) {
    const fetcher = this.#fetchers.shift();
    if (fetcher) {
      fetcher.resolve({ value: info, done: false });
    } else if (this.#infos.push(info) > MostInfos) {
      this.#infos.shift();
    }
  }
  finish(best) {
    this.#end();
    this.#settle.resolve(best);
  }
  fail(error) {
    const fetchers = this.#fetchers.splice(0);
    if (fetchers.length > 0) {
      fetchers.shift().reject(error);
    } else {
      this.#error = error;
    }
    for (const fetcher of fetchers) { fetcher.resolve({ value: undefined, done: true }); }
    this.#end();
    this.#settle.reject(error);
  }
  next() {
    if (this.#infos.length > 0) { return Promise.resolve({ value: this.#infos.shift(), done: false }); }
    if (this.#error) {
      const error = this.#error;
      this.#error = null;
      return Promise.reject(error);
    }
    if (this.isOver) { return Promise.resolve({ value: undefined, done: true }); }
    return new Promise((resolve, reject) => { this.#fetchers.push({ resolve, reject }); });
  }

  #end() {
    this.isOver = true;
    for (const fetcher of this.#fetchers.splice(0)) { fetcher.resolve({ value: undefined, done: true }); }
  }
}

// ---------------------------------------------------------------------- the engine

// The reason in a signal is usually an AbortError already.
function abortReason(signal) { return signal.reason ?? new DOMException('This operation was aborted', 'AbortError'); }

// Options that concern only the engine that plays and analyses, not the one that explains.
const OwnOptions = new Set(['hash', 'multipv', 'clear hash', 'debug log file', 'minimal']);

class SkuaEngine {
  threaded;
  #files;
  #connection;
  #searches = [];  // started ones, in their order; null for a `go` of the user
  #latest = null;  // the last search that was asked for
  #starts = Promise.resolve();  // searches start one after the other
  #options = new Map();    // by their name in lower case: { name, value }
  #userFiles = new Map();  // by name
  #helper = null;          // a promise of { connection, files }: the worker for explain() and analyseGame()
  #jobs = [];              // what it is to do; the first one is running

  static async create({ threads, base, onCrash } = {}) {
    const engine = new SkuaEngine();
    engine.threaded = threads !== 1 && threadsArePossible();
    engine.#files = base === undefined ? ownFiles(engine.threaded) : await filesIn(base, engine.threaded);
    let isOpen = false;
    engine.#connection = await Connection.open(engine.#files, (error, isCrash) => {
      engine.#die(error);
      if (isCrash && isOpen) { onCrash?.(error.message); }
    });
    isOpen = true;
    engine.#connection.listen((line) => engine.#line(line));
    if (engine.threaded && threads > 1) { await engine.setOption('Threads', threads); }
    return engine;
  }

  // -------------------------------------------------------------------- lines

  send(line) {
    for (const each of String(line).split('\n')) {
      const words = each.trim().split(/\s+/);
      if (words[0] === 'quit') { return this.terminate(); }
      if (words[0] === 'go' && words[1] !== 'perft') { this.#searches.push(null); }
      const option = /^\s*setoption\s+name\s+(.*?)(?:\s+value\s+(.*))?$/.exec(each);
      if (option) { this.#remember(option[1], option[2] ?? ''); }
      this.#connection.send(each);
    }
  }

  onLine(listener) { return this.#connection.listen(listener); }

  #line(line) {
    if (line.startsWith('bestmove')) {
      this.#searches.shift()?.finish(parseBestMove(line));
    } else if (line.startsWith('info ') && this.#searches[0]) {
      const info = parseInfo(line);
      if (info) { this.#searches[0].add(info); }
    }
  }

  // -------------------------------------------------------------------- settings

  async setOption(name, value) {
    await this.#connection.ask(optionLine(name, value));
    this.#remember(name, value);
  }

  #remember(name, value) { this.#options.set(oneLine(name).toLowerCase(), { name: oneLine(name), value: oneLine(value) }); }

  #option(name, otherwise) { return this.#options.get(name.toLowerCase())?.value ?? otherwise; }

  async newGame() { await this.#connection.ask('ucinewgame'); }

  async addFile(name, bytes) {
    const copy = new Uint8Array(bytes);
    await this.#connection.call('addFile', { name: String(name), bytes: copy });
    this.#userFiles.set(String(name), copy);
  }

  // -------------------------------------------------------------------- searches

  analyse(position, limits, options = {}) {
    checkPosition(position);
    checkLimits(limits);
    checkMoves(options.searchmoves, 'searchmoves');
    const search = new Search();
    const { signal } = options;
    this.stop();
    this.#latest = search;
    if (signal?.aborted) {
      search.fail(abortReason(signal));
    } else {
      const abort = () => this.#stop(search);
      signal?.addEventListener('abort', abort, { once: true });
      search.result.catch(() => {}).then(() => signal?.removeEventListener('abort', abort));
      this.#starts = this.#starts.then(() => this.#start(search, position, limits, options)).catch((error) => {
        search.fail(error);
      });
    }
    return {
      result: search.result,
      [Symbol.asyncIterator]: () => ({
        next: () => search.next(),
        return: () => {
          this.#stop(search);
          return Promise.resolve({ value: undefined, done: true });
        },
      }),
    };
  }

  async #start(search, position, limits, { multipv, searchmoves }) {
    if (this.#searches.length > 0) { this.#connection.send('stop'); }
    await this.#connection.ask(
      optionLine('UCI_Chess960', position.chess960 ?? this.#option('UCI_Chess960', 'false')),
      optionLine('MultiPV', multipv ?? this.#option('MultiPV', '1')),
      positionLine(position));
    if (this.#connection.dead) { throw this.#connection.dead; }
    this.#searches.push(search);
    this.#connection.send(goLine(limits, searchmoves));
    if (search.isStopped || this.#latest !== search) { this.#connection.send('stop'); }
  }

  // Its best move comes as usual, also if it has not started yet.
  #stop(search) {
    if (search.isOver || search.isStopped) { return; }
    search.isStopped = true;
    if (this.#searches[0] === search) { this.#connection.send('stop'); }
  }

  stop() {
    if (this.#latest) { this.#stop(this.#latest); }
    if (this.#searches.length > 0 && !this.#searches[0]?.isStopped) { this.#connection.send('stop'); }
  }

  async bestMove(position, limits, { signal } = {}) {
    checkLimits(limits);
    if (goesOnForever(limits)) { throw new TypeError('bestMove needs a limit that ends the search'); }
    const best = await this.analyse(position, limits, { signal }).result;
    if (signal?.aborted) { throw abortReason(signal); }
    return best;
  }

  // -------------------------------------------------------------------- tablebases

  // In the worker that searches, so that the tables are in memory once. Like a search, it waits for its turn.
  async tablebase(position) {
    checkPosition(position);
    this.stop();
    const probed = this.#starts.then(() => this.#document(this.#connection, position, 'tb --json'));
    this.#starts = probed.catch(() => {});
    return probed;
  }

  // The JSON with which a command answers about a position.
  async #document(connection, position, command) {
    const lines = [];
    const forget = connection.listen((line) => lines.push(line));
    try {
      await connection.ask(
        optionLine('UCI_Chess960', position.chess960 ?? this.#option('UCI_Chess960', 'false')),
        positionLine(position));
      lines.length = 0;
      await connection.call('command', { line: command });
    } finally {
      forget();
    }
    const error = lines.find((line) => line.startsWith(ErrorStart));
    if (error) { throw new Error(error.slice(ErrorStart.length)); }
    return JSON.parse(lines.filter((line) => !line.startsWith('info string')).join('\n'));
  }

  // -------------------------------------------------------------------- explanations, in a worker of their own

  async explain(position, { moves = [], nodes, signal } = {}) {
    checkPosition(position);
    checkMoves(moves, 'moves');
    const effort = nodes === undefined ? '' : ` --nodes ${Math.round(Number(nodes))}`;
    return this.#runJob(signal, (connection) =>
      this.#document(connection, position, `explain ${oneLine(moves.join(' '))}${effort} --json`));
  }

  analyseGame(pgn, { nodes, onProgress, signal } = {}) {
    return this.#runJob(signal, async (connection) =>
      JSON.parse(await connection.call('analyseGames', { pgn: String(pgn), nodes: nodes ?? 0 }, onProgress)));
  }

  #runJob(signal, work) {
    return new Promise((resolve, reject) => {
      if (this.#connection.dead) { return reject(this.#connection.dead); }
      if (signal?.aborted) { return reject(abortReason(signal)); }
      const job = { work, resolve, reject, isCancelled: false };
      signal?.addEventListener('abort', () => this.#cancel(job, abortReason(signal)), { once: true });
      if (this.#jobs.push(job) === 1) { this.#nextJob(); }
    });
  }

  async #nextJob() {
    const job = this.#jobs[0];
    if (!job) { return; }
    try {
      const connection = await this.#readyHelper(job);
      job.resolve(await job.work(connection));
    } catch (error) {
      job.reject(error);
    }
    if (this.#jobs[0] === job) {
      this.#jobs.shift();
      this.#nextJob();
    }
  }

  // The helper with the options and files of this engine, started if there is none.
  async #readyHelper(job) {
    if (!this.#helper) {
      const helper = { files: new Set(), connection: null };
      this.#helper = helper;
      helper.opening = Connection.open(this.#files, () => { if (this.#helper === helper) { this.#helper = null; } });
      helper.opening.catch(() => { if (this.#helper === helper) { this.#helper = null; } });
    }
    const helper = this.#helper;
    helper.connection = await helper.opening;
    if (job.isCancelled || this.#helper !== helper) {
      helper.connection.die('cancelled', false);
      throw new Error('cancelled');
    }
    for (const [name, bytes] of this.#userFiles) {
      if (helper.files.has(bytes)) { continue; }
      await helper.connection.call('addFile', { name, bytes });
      helper.files.add(bytes);
    }
    const lines = [...this.#options].filter(([key]) => !OwnOptions.has(key))
      .map(([, { name, value }]) => optionLine(name, value));
    // An option that the engine refuses here, it has refused there.
    if (lines.length > 0) { await helper.connection.ask(...lines).catch(() => {}); }
    return helper.connection;
  }

  // Nothing can interrupt the helper's work, so that it is replaced by the next one.
  #cancel(job, reason) {
    const index = this.#jobs.indexOf(job);
    if (index < 0) { return; }
    job.isCancelled = true;
    job.reject(reason);
    this.#jobs.splice(index, 1);
    if (index > 0) { return; }
    const helper = this.#helper;
    this.#helper = null;
    helper?.connection?.die('cancelled', false);
    this.#nextJob();
  }

  // -------------------------------------------------------------------- the end

  terminate() { this.#connection.die('the engine was terminated', false); }

  #die(error) {
    for (const search of this.#searches.splice(0)) { search?.fail(error); }
    for (const job of this.#jobs.splice(0)) { job.reject(error); }
    const helper = this.#helper;
    this.#helper = null;
    helper?.opening.then((connection) => connection.die(error.message, false), () => {});
  }
}

export function createEngine(options) { return SkuaEngine.create(options); }

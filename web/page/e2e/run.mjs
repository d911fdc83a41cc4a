// usage: node e2e/run.mjs [short] [part of a test's name]
import './features.mjs';
import './robustness.mjs';
import './package.mjs';
import './service.mjs';
import { runAll } from './harness.mjs';

const [first, second] = process.argv.slice(2);
const short = first === 'short';
process.exitCode = (await runAll({ short, only: short ? second : first })) ? 0 : 1;

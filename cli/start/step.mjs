import { endCommandsOnSignals } from './run-command.mjs';

/** A step that could not be done: what it printed last, and what a person can do about it. */
export class StepFailed extends Error {
  /**
   * @param {string} advice
   * @param {string[]} lines
   */
  constructor(advice, lines = []) {
    super(advice);
    this.lines = lines;
  }
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** Without a terminal, a long step says this often that it is alive. */
const heartbeatMs = 20_000;

/**
 * Runs one step and shows it: on a terminal by a line with the seconds and what it says, which steps that run side by
 * side share, elsewhere by plain lines.
 * @template T
 * @param {string} name what is being done, as "Installing the dependencies"
 * @param {(say: (line: string) => void) => Promise<T>} work
 * @param {(value: T) => { ok: boolean, note: string }} verdict what its closing line says of the result
 * @param {{ isQuiet?: boolean }} options `isQuiet`: without a terminal, the closing line alone
 * @returns {Promise<{ seconds: number, value: T }>}
 */
export async function runStep(
  name,
  work,
  verdict = () => ({ ok: true, note: '' }),
  { isQuiet = false } = {},
) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let latest = '';
  const show = process.stdout.isTTY
    ? partOfLine(name, seconds, () => latest)
    : isQuiet
      ? { end: console.log }
      : plainLines(name, seconds, () => latest);
  const forgetSignals = endCommandsOnSignals();
  try {
    const value = await work((line) => {
      latest = line.trim();
    });
    const { ok, note } = verdict(value);
    show.end(`${ok ? '✓' : '✗'} ${name}, ${seconds().toFixed(1)} s${note}`);
    return { seconds: seconds(), value };
  } catch (error) {
    show.end(`✗ ${name}, ${seconds().toFixed(1)} s`);
    throw error;
  } finally {
    forgetSignals();
  }
}

/** What runs now, in the order in which it began. @type {Set<() => { head: string, said: string }>} */
const running = new Set();
let frame = 0;
/** @type {NodeJS.Timeout | undefined} */
let drawing;

function drawLine() {
  const parts = [...running].map((part) => part());
  const heads = parts.reduce((sum, { head }) => sum + head.length + 4, 2);
  const room = Math.max(0, Math.floor(((process.stdout.columns ?? 80) - heads - 1) / parts.length));
  const line = parts.map(({ head, said }) => `${head}  \x1b[2m${said.slice(0, room)}\x1b[22m`).join('  ');
  process.stdout.write(`\r\x1b[2K${frames[frame++ % frames.length]} ${line}`);
}

/**
 * @param {string} name
 * @param {() => number} seconds
 * @param {() => string} latest
 */
function partOfLine(name, seconds, latest) {
  const part = () => ({ head: `${name}, ${seconds().toFixed(0)} s`, said: printable(latest()) });
  running.add(part);
  drawing ??= setInterval(drawLine, 100);
  return {
    /** @param {string} line */
    end(line) {
      running.delete(part);
      process.stdout.write(`\r\x1b[2K${line}\n`);
      if (running.size > 0) return;
      clearInterval(drawing);
      drawing = undefined;
    },
  };
}

/**
 * @param {string} name
 * @param {() => number} seconds
 * @param {() => string} latest
 */
function plainLines(name, seconds, latest) {
  console.log(`${name} …`);
  const timer = setInterval(() => {
    const said = printable(latest()).slice(0, 100);
    console.log(`  ${name}, ${seconds().toFixed(0)} s${said === '' ? '' : `: ${said}`}`);
  }, heartbeatMs);
  return {
    /** @param {string} line */
    end(line) {
      clearInterval(timer);
      console.log(line);
    },
  };
}

/**
 * Without the colour codes of the command that said it.
 * @param {string} text
 */
function printable(text) {
  return text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '');
}

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
 * Runs one step and shows it: on a terminal a line with the seconds and what the step says, elsewhere, and for steps
 * that run side by side, plain lines.
 * @template T
 * @param {string} name what is being done, as "Installing the dependencies"
 * @param {(say: (line: string) => void) => Promise<T>} work
 * @param {(value: T) => { ok: boolean, note: string }} verdict what its closing line says of the result
 * @param {{ isAlone: boolean, isQuiet?: boolean }} options `isQuiet`: without a terminal, the closing line alone
 * @returns {Promise<{ seconds: number, value: T }>}
 */
export async function runStep(
  name,
  work,
  verdict = () => ({ ok: true, note: '' }),
  { isAlone, isQuiet = false } = { isAlone: true },
) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let latest = '';
  const show =
    process.stdout.isTTY && isAlone
      ? liveLine(name, seconds, () => latest)
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

/**
 * @param {string} name
 * @param {() => number} seconds
 * @param {() => string} latest
 */
function liveLine(name, seconds, latest) {
  let frame = 0;
  const draw = () => {
    const head = `${frames[frame++ % frames.length]} ${name}, ${seconds().toFixed(0)} s  `;
    const room = Math.max(0, (process.stdout.columns ?? 80) - head.length - 1);
    process.stdout.write(`\r\x1b[2K${head}\x1b[2m${printable(latest()).slice(0, room)}\x1b[22m`);
  };
  draw();
  const timer = setInterval(draw, 100);
  return {
    /** @param {string} line */
    end(line) {
      clearInterval(timer);
      process.stdout.write(`\r\x1b[2K${line}\n`);
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

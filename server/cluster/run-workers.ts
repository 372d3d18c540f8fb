import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { type Settings, SettingsError } from '../env.ts';
import { errorText, log, passOnLine } from '../log.ts';
import { tellPerson } from '../portal/printed-lines.ts';
import { toolboxProcess } from '../portal/toolbox-process.ts';
import { toPrimary, type ToWorker } from './primary.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** npm may pass on a signal that the terminal has sent already. */
const sameSignalMs = 1_000;

/**
 * Runs several portals on one port. This process owns the port, the log, the signals and the toolbox. The workers end
 * with it, as Node ends those whose channel to the primary closes.
 */
export async function runWorkers({ processes, databaseUrl, toolboxPort, url }: Settings): Promise<void> {
  if (databaseUrl === undefined)
    throw new SettingsError(
      `FAREBOX_PROCESSES is ${processes}, but only one process can write the database file in FAREBOX_DATA. Set DATABASE_URL to a PostgreSQL database, or remove FAREBOX_PROCESSES.`,
    );
  cluster.setupPrimary({ silent: true });
  const toolbox = toolboxProcess(toolboxPort);
  const toolboxKnown = toolbox.address.then((address) => ({ type: 'toolbox', address }) as const);
  cluster.on('fork', (worker) => void toolboxKnown.then((message) => send(worker, message)));
  answerMetrics();
  const workers = new Workers();
  stopOnSignal(workers, () => toolbox.stop());
  // The first one alone, so that what stops all of them is said once.
  await workers.startFirst();
  await Promise.all(Array.from({ length: processes - 1 }, () => workers.start()));
  toolbox.start();
  tellPerson(`Farebox is at ${url}.\n`);
  tellPerson(`The toolbox is at ${await toolbox.address}.\n`);
}

class Workers {
  #isStopping = false;

  /** Ends this process as the worker ends, if that cannot start. */
  async startFirst(): Promise<void> {
    const worker = this.#fork(firstPauseMs, () => process.exit(worker.process.exitCode ?? 1));
    await once(worker, 'listening');
  }

  /** Resolves when the worker listens, or the one that takes its place. */
  start(pauseMs = firstPauseMs): Promise<void> {
    return new Promise((resolve) => {
      const again = () => resolve(this.#startAgain(pauseMs));
      this.#fork(pauseMs, again).once('listening', resolve);
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process ?? []);
    const ended = running
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => once(child, 'close'));
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(ended);
  }

  /** Starts a worker anew whenever it ends. `onFailure`: if it never listened. */
  #fork(pauseMs: number, onFailure: () => void): Worker {
    const worker = cluster.fork();
    let isListening = false;
    const startedAtMs = performance.now();
    const { stdout, stderr } = worker.process;
    stdout?.resume();
    // What a worker says before it listens is for the person who starts the portal.
    if (stderr)
      createInterface(stderr).on('line', (line) =>
        isListening || line.startsWith('{"level":"') ? passOnLine(line) : tellPerson(`${line}\n`, 'stderr'),
      );
    worker.on('error', (error) => log('error', 'worker-failed', { error: errorText(error) }));
    worker.once('listening', () => {
      isListening = true;
    });
    // Its last lines are read by then.
    worker.process.once('close', (code, signal) => {
      if (this.#isStopping) return;
      log('error', 'worker-ended', { worker: worker.process.pid, code, signal });
      if (!isListening) return onFailure();
      const lasted = performance.now() - startedAtMs > longestPauseMs;
      void this.#startAgain(lasted ? firstPauseMs : pauseMs);
    });
    return worker;
  }

  async #startAgain(pauseMs: number): Promise<void> {
    await setTimeout(pauseMs);
    if (!this.#isStopping) await this.start(Math.min(2 * pauseMs, longestPauseMs));
  }
}

/** The first signal stops gracefully, a later one at once. */
function stopOnSignal(workers: Workers, onEnd: () => void): void {
  let stoppedAtMs = 0;
  const stop = () => {
    const nowMs = performance.now();
    if (stoppedAtMs === 0) {
      stoppedAtMs = nowMs;
      void workers.stop().then(() => {
        onEnd();
        process.exit(0);
      });
    } else if (nowMs - stoppedAtMs > sameSignalMs) {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

/** A worker that is asked for metrics gets those of all. */
function answerMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker, received: unknown) => {
    const { data } = toPrimary.safeParse(received);
    if (!data) return;
    const { number } = data;
    registry.clusterMetrics().then(
      (text) => send(worker, { type: 'metrics', number, text }),
      () => send(worker, { type: 'metrics', number, text: null }),
    );
  });
}

/** A worker that has just ended needs no message. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

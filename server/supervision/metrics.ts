import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type CallLogEntry, errorText, log } from '../log.ts';
import { metricsOfAllWorkers } from '../cluster/primary.ts';
import { instanceName } from '../call-id.ts';
import type { Store } from '../store/store.ts';
import type { WatchedWriter } from '../store/writer.ts';

/** From a loopback upstream to a slow model. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** The time that the portal adds to a call. */
const overheadBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256];

type Watched = Pick<WatchedWriter, 'waiting' | 'portals' | 'isReachable' | 'onBatch'>;

/** How often the lag of the event loop is measured. Each time wakes a process that has nothing else to do. */
const lagEveryMs = 100;

/** The metrics for Prometheus. They identify no caller. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls: Counter<'outcome' | 'status'>;
  readonly #credits: Counter;
  readonly #aboveQuote: Counter;
  readonly #upstreamSeconds: Histogram;
  readonly #overheadSeconds: Histogram;

  constructor({ writer, lastBackup, mails }: { writer: Watched } & Pick<Store, 'lastBackup' | 'mails'>) {
    const registers = [this.#registry];
    // Event loop lag, memory, garbage collection.
    collectDefaultMetrics({
      register: this.#registry,
      prefix: 'farebox_',
      eventLoopMonitoringPrecision: lagEveryMs,
    });
    this.#calls = new Counter({
      name: 'farebox_calls_total',
      help: 'Calls by outcome and response status.',
      labelNames: ['outcome', 'status'],
      registers,
    });
    this.#credits = new Counter({
      name: 'farebox_credits_charged_total',
      help: 'Credits charged.',
      registers,
    });
    this.#aboveQuote = new Counter({
      name: 'farebox_settles_above_quote_total',
      help: 'Calls whose settled price exceeded the quote. The quote was charged.',
      registers,
    });
    this.#upstreamSeconds = new Histogram({
      name: 'farebox_upstream_seconds',
      help: 'Time from calling an upstream to the end of its response.',
      buckets: secondsBuckets,
      registers,
    });
    this.#overheadSeconds = new Histogram({
      name: 'farebox_overhead_seconds',
      help: 'Time that the portal added to calls that reached their upstream.',
      buckets: overheadBuckets,
      registers,
    });
    const instance = new Gauge({
      name: 'farebox_instance',
      help: 'The process among the portals of a database: its host and process id.',
      labelNames: ['name'],
      registers,
    });
    instance.set({ name: instanceName }, 1);
    this.#watchWriter(writer);
    this.#watchBackups(writer, lastBackup);
    const hasDatabase = () => writer.isReachable;
    this.#watchCount('farebox_mail_waiting', 'Mails that are to be sent.', hasDatabase, () =>
      mails.countWaiting(),
    );
    this.#watchCount(
      'farebox_mail_failed',
      'Mails of the last 30 days that could not be sent.',
      hasDatabase,
      () => mails.countFailed(),
    );
    if (cluster.isWorker) answerPrimary(this.#registry);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  read(): Promise<string> {
    return cluster.isWorker ? metricsOfAllWorkers() : this.#registry.metrics();
  }

  countCall({ outcome, status, charged, upstreamMs, totalMs, aboveQuote }: CallLogEntry): void {
    this.#calls.inc({ outcome, status });
    this.#credits.inc(charged);
    if (aboveQuote) this.#aboveQuote.inc();
    if (upstreamMs === null) return;
    this.#upstreamSeconds.observe(upstreamMs / 1000);
    this.#overheadSeconds.observe(Math.max(0, totalMs - upstreamMs) / 1000);
  }

  /** Rows that all portals have in common. While the database is away, the number stays as it was. */
  #watchCount(name: string, help: string, hasDatabase: () => boolean, count: () => Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      aggregator: 'max',
      async collect() {
        if (!hasDatabase()) return;
        await count().then(
          (rows) => gauge.set(rows),
          (error: unknown) => log('error', 'metric-not-read', { name, error: errorText(error) }),
        );
      },
    });
  }

  #watchWriter(writer: Watched): void {
    const registers = [this.#registry];
    const waiting: Gauge = new Gauge({
      name: 'farebox_writer_waiting',
      help: 'Writes that wait for their commit.',
      registers,
      collect: () => waiting.set(writer.waiting),
    });
    const reachable: Gauge = new Gauge({
      name: 'farebox_database_reachable',
      help: '1 if the database could be written a few seconds ago.',
      registers,
      aggregator: 'min',
      collect: () => reachable.set(writer.isReachable ? 1 : 0),
    });
    const portals: Gauge = new Gauge({
      name: 'farebox_portals',
      help: 'Processes that share the database, with this one.',
      registers,
      aggregator: 'max',
      collect: () => portals.set(writer.portals),
    });
    const batches = new Histogram({
      name: 'farebox_writer_batch_jobs',
      help: 'Writes in one commit.',
      buckets: batchBuckets,
      registers,
    });
    writer.onBatch((jobs) => batches.observe(jobs));
  }

  /** Absent if there was no backup. While the database is away, the age of the last one that was known. */
  #watchBackups(writer: Watched, lastBackup: Store['lastBackup']): void {
    let madeAtMs: number | undefined;
    const age: Gauge = new Gauge({
      name: 'farebox_backup_age_seconds',
      help: 'Time since "farebox backup" last made a backup.',
      registers: [this.#registry],
      aggregator: 'min',
      async collect() {
        // The database may go away before that is known.
        if (writer.isReachable) madeAtMs = (await lastBackup().catch(() => undefined)) ?? madeAtMs;
        if (madeAtMs === undefined) age.remove();
        else age.set((Date.now() - madeAtMs) / 1000);
      },
    });
  }
}

/** The primary asks each worker, and adds up. */
function answerPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // Making one adds the listener.
  void new AggregatorRegistry();
}

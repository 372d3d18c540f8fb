import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { openPortalClient } from '../crash/call-portal.ts';
import { callOnce, runClient, type Session } from '../crash/client.ts';
import { type CountingUpstream, startCountingUpstream } from '../crash/counting-upstream.ts';
import { type Caller, makeCrashData } from '../crash/crash-data.ts';
import { lastingPort } from '../crash/lasting-port.ts';
import { lookAtEnd } from '../crash/look-at-ledger.ts';
import { planCall, type PlannedCall } from '../crash/planned-call.ts';
import { seededRandom } from '../crash/random.ts';
import { isUnknown, SeenCalls } from '../crash/seen-calls.ts';
import { Violations } from '../crash/violations.ts';
import { keepDatabaseUrl } from '../setup/data-place.ts';
import { farebox } from '../setup/farebox.ts';
import { type NginxServer, startNginx } from '../setup/nginx-server.ts';
import type { PostgresServer } from '../setup/postgres-server.ts';
import { type ChaosEvent, chaosEvents, type ChaosKind, pauseMs, resumedMs } from './chaos-event.ts';
import type { ChaosReport } from './chaos-report.ts';
import { patientCaller, type Repeats } from './patient-caller.ts';
import { SupervisedPortal } from './supervised-portal.ts';

export interface ChaosOptions {
  postgres: PostgresServer;
  seed: number;
  /** For how long there are events. */
  seconds: number;
  /** That of the server by default. */
  bundle?: string;
  /** Ends the events when whoever asked for the run waits no longer. */
  signal?: AbortSignal | undefined;
}

const portalCount = 3;
const clients = 64;
/** So slow that every event meets calls under way. */
const mostDelayMs = 300;
const readyLimitMs = 300_000;

/** Runs portals of one database behind nginx, disturbs them, and compares what they say with what they did. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-chaos-'));
  const databaseUrl = await options.postgres.makeDatabase(`chaos_${randomUUID()}`);
  keepDatabaseUrl(folder, databaseUrl);
  const plans = new Map<string, PlannedCall>();
  const upstream = await startCountingUpstream(
    (key) => plans.get(key),
    () => {},
  );
  const violations = new Violations();
  const callers = await makeCrashData(folder, upstream.port);
  const ports = await Promise.all(Array.from({ length: portalCount }, () => lastingPort()));
  const portals = ports.map((port) => {
    const variables = { FAREBOX_TRUSTED_PROXIES: 'loopback' };
    const portal = {
      bundle: options.bundle ?? serverBundle,
      port,
      dataFolder: folder,
      upstreamPort: upstream.port,
      variables,
    };
    return new SupervisedPortal(portal, (output) =>
      violations.add('portal ended', `${port}`, `It ended by itself.\n${output}`),
    );
  });
  const nginx = await startNginx(ports);
  try {
    const run = new ChaosRun(
      options,
      { folder, databaseUrl, callers, portals, nginx, upstream, plans },
      violations,
    );
    return await run.run();
  } finally {
    await nginx.close();
    await Promise.all(portals.map((portal) => portal.stop()));
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Scene {
  folder: string;
  databaseUrl: string;
  callers: Caller[];
  portals: SupervisedPortal[];
  nginx: NginxServer;
  upstream: CountingUpstream;
  plans: Map<string, PlannedCall>;
}

class ChaosRun {
  readonly #options: ChaosOptions;
  readonly #scene: Scene;
  readonly #violations: Violations;
  readonly #seen: SeenCalls;
  readonly #events: Record<ChaosKind, number> = {
    kill: 0,
    pause: 0,
    'pause-and-kill': 0,
    'stop-database': 0,
    'cut-connections': 0,
  };

  constructor(options: ChaosOptions, scene: Scene, violations: Violations) {
    this.#options = options;
    this.#scene = scene;
    this.#violations = violations;
    this.#seen = new SeenCalls(scene.upstream.dials, violations, true);
  }

  async run(): Promise<ChaosReport> {
    const { nginx, portals, folder, upstream } = this.#scene;
    await this.#untilReady();
    const client = openPortalClient(nginx.url, 2 * clients);
    const { call, repeats } = patientCaller(client.call);
    const session: Session = {
      callPortal: call,
      seen: this.#seen,
      violations: this.#violations,
      portalReady: () => Promise.resolve(),
      stopping: false,
      over: false,
      onAnswer: () => {},
    };
    const running = Promise.all(
      Array.from({ length: clients }, (_, number) => this.#client(session, number)),
    );
    try {
      await Promise.race([this.#disturb(), running]);
      await this.#untilReady();
      session.stopping = true;
      await running;
      await this.#repeatAll(session);
    } finally {
      session.stopping = true;
      session.over = true;
      try {
        await running;
      } finally {
        await client.close();
      }
    }
    await Promise.all(portals.map((portal) => portal.stop()));
    for (const [key, { length }] of upstream.dials)
      if (length > 1) this.#violations.add('dialled twice', key, `It was dialled ${length} times.`);
    await lookAtEnd(folder, this.#seen.all, upstream.dials, this.#violations);
    const { code, stdout, stderr } = await farebox(folder, ['check']);
    if (code !== 0) this.#violations.add('ledger check', 'farebox check', `${code}: ${stdout}${stderr}`);
    return this.#report(repeats);
  }

  #client(session: Session, number: number): Promise<void> {
    const { seed } = this.#options;
    const { callers, plans } = this.#scene;
    const random = seededRandom(seed * 1_000 + number);
    const caller = callers[number % callers.length];
    if (!caller) throw new Error('There is nobody to call.');
    let made = 0;
    const nextCall = () => {
      const call = planCall(`chaos-${seed}-${number}-${(made += 1)}`, random, mostDelayMs);
      plans.set(call.key, call);
      return call;
    };
    return runClient(session, caller, nextCall, true);
  }

  async #disturb(): Promise<void> {
    const { seed, seconds, signal } = this.#options;
    const until = performance.now() + seconds * 1_000;
    const underWay: Promise<void>[] = [];
    for (const event of chaosEvents(seededRandom(seed), portalCount)) {
      await setTimeout(event.afterMs);
      if (performance.now() > until || signal?.aborted === true) break;
      const happening = this.#happen(event);
      underWay.push(happening);
      // The database is one.
      if (event.kind === 'stop-database') await happening;
    }
    await Promise.all(underWay);
  }

  async #happen({ kind, portal: number, downMs }: ChaosEvent): Promise<void> {
    const { portals } = this.#scene;
    const inTurn = [...portals.slice(number), ...portals.slice(0, number)];
    const portal = inTurn.find(({ isBusy }) => !isBusy);
    const isOfPortal = kind !== 'stop-database' && kind !== 'cut-connections';
    if (isOfPortal && !portal) return;
    this.#events[kind] += 1;
    if (kind === 'kill') await portal?.kill(downMs);
    else if (kind === 'pause') await portal?.pause(pauseMs);
    else if (kind === 'pause-and-kill') await portal?.pauseAndKill(pauseMs, resumedMs, downMs);
    else if (kind === 'cut-connections') await this.#cutConnections();
    else await this.#stopDatabase(downMs);
  }

  async #stopDatabase(downMs: number): Promise<void> {
    const { postgres } = this.#options;
    await postgres.stop('immediate');
    await setTimeout(downMs);
    await postgres.start();
  }

  /** About half of them. */
  async #cutConnections(): Promise<void> {
    const client = new pg.Client(this.#scene.databaseUrl);
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.5`,
    );
    await client.end();
  }

  async #untilReady(): Promise<void> {
    const until = performance.now() + readyLimitMs;
    for (const { url } of this.#scene.portals)
      while (!(await isReady(url))) {
        if (performance.now() > until) throw new Error(`The portal at ${url} did not become ready.`);
        await setTimeout(50);
      }
  }

  async #repeatAll(session: Session): Promise<void> {
    const rest = this.#seen.all.values();
    const repeat = async () => {
      for (const { caller, call } of rest) await callOnce(session, caller, call, true);
    };
    await Promise.all(Array.from({ length: clients }, repeat));
  }

  #report(repeats: Repeats): ChaosReport {
    const seen = this.#seen.all;
    const unknown = seen.filter(({ answer }) => isUnknown(answer)).length;
    return {
      seed: this.#options.seed,
      seconds: this.#options.seconds,
      events: this.#events,
      calls: seen.length,
      acknowledged: seen.length - unknown,
      unknown,
      dials: this.#scene.upstream.dials.size,
      replays: this.#seen.replays,
      repeats,
      violations: this.#violations.list,
    };
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/ready`).then(
    (answer) => answer.ok,
    () => false,
  );
}

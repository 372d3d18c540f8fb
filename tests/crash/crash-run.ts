import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { farebox } from '../setup/farebox.ts';
import { openPortalClient } from './call-portal.ts';
import { callOnce, runClient, type Session } from './client.ts';
import { type CountingUpstream, startCountingUpstream } from './counting-upstream.ts';
import { type Caller, makeCrashData, makeOffice, type Office } from './crash-data.ts';
import type { CrashEngine } from './crash-engine.ts';
import type { CrashReport } from './crash-report.ts';
import { Countdown, drawKillMoment, type KillMoment, momentLimitMs } from './kill-moment.ts';
import { Gate } from './gate.ts';
import { KillablePortal, type PortalOptions } from './killable-portal.ts';
import { lastingPort } from './lasting-port.ts';
import { lookAtEnd, lookAtLedger } from './look-at-ledger.ts';
import { lookAtPeople } from './look-at-people.ts';
import { PeopleAtWork } from './people-at-work.ts';
import { planCall, type PlannedCall } from './planned-call.ts';
import { seededRandom } from './random.ts';
import { isUnknown, SeenCalls } from './seen-calls.ts';
import { type ViolationKind, Violations } from './violations.ts';

export interface CrashOptions {
  engine: CrashEngine;
  bundle: string;
  seed: number;
  kills: number;
  clients?: number | undefined;
  /** On top of those of all portals. */
  variables?: Record<string, string>;
  /** One of these ends the run: for servers that are known to be wrong. */
  endsAt?: ViolationKind[];
  /** Ends the run, and its portal with it, when whoever asked for it waits no longer. */
  signal?: AbortSignal | undefined;
}

const usualClients = 64;
/** Of so many clients, one does not wait for answers. */
const impatient = 16;
/** The last answers before a crash are those that it is most likely to undo. */
const repeatedAfterCrash = 128;

/** Kills a portal under load again and again, on the same data, and compares what it says with what it did. */
export async function runCrashes(options: CrashOptions): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-crash-'));
  const plans = new Map<string, PlannedCall>();
  const dialled = new Countdown();
  const upstream = await startCountingUpstream(
    (key) => plans.get(key),
    () => dialled.tick(),
  );
  try {
    await options.engine.prepare(folder);
    const callers = await makeCrashData(folder, upstream.port);
    const office = await makeOffice(folder);
    const portal = {
      bundle: options.bundle,
      port: await lastingPort(),
      dataFolder: folder,
      upstreamPort: upstream.port,
      ...(options.variables && { variables: options.variables }),
    };
    return await new CrashRun(options, portal, upstream, { callers, office }, plans, dialled).run();
  } finally {
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class CrashRun {
  readonly #options: CrashOptions;
  readonly #clients: number;
  readonly #portalOptions: PortalOptions;
  readonly #upstream: CountingUpstream;
  readonly #callers: Caller[];
  readonly #office: Office;
  #people: PeopleAtWork | undefined;
  readonly #plans: Map<string, PlannedCall>;
  readonly #events: Record<'dial' | 'answer', Countdown>;
  readonly #violations = new Violations();
  readonly #seen: SeenCalls;
  readonly #random: () => number;
  readonly #readySeconds: number[] = [];
  readonly #moments: KillMoment[] = [];
  readonly #gate = new Gate();
  /** When the portal before the present one was killed. */
  #killedMs = 0;
  #readyMs = 0;
  #resolvedUntilMs = 0;
  #portal: KillablePortal | undefined;

  constructor(
    options: CrashOptions,
    portalOptions: PortalOptions,
    upstream: CountingUpstream,
    { callers, office }: { callers: Caller[]; office: Office },
    plans: Map<string, PlannedCall>,
    dialled: Countdown,
  ) {
    this.#options = options;
    this.#clients = options.clients ?? usualClients;
    this.#portalOptions = portalOptions;
    this.#upstream = upstream;
    this.#callers = callers;
    this.#office = office;
    this.#plans = plans;
    this.#events = { dial: dialled, answer: new Countdown() };
    this.#seen = new SeenCalls(upstream.dials, this.#violations);
    this.#random = seededRandom(options.seed);
  }

  async run(): Promise<CrashReport> {
    const client = openPortalClient(`http://127.0.0.1:${this.#portalOptions.port}`, 2 * this.#clients);
    const session: Session = {
      callPortal: client.call,
      seen: this.#seen,
      violations: this.#violations,
      portalReady: () => this.#gate.opened,
      stopping: false,
      over: false,
      onAnswer: () => this.#events.answer.tick(),
    };
    const people = new PeopleAtWork(
      this.#office,
      session,
      client.ask,
      seededRandom(this.#options.seed + 500),
    );
    this.#people = people;
    const accountIds = this.#callers.flatMap(({ purse }) => purse ?? []);
    const running = Promise.all([
      ...Array.from({ length: this.#clients }, (_, number) => this.#client(session, number)),
      people.run(accountIds),
    ]);
    // A portal that ended while nobody killed it ends the run, too.
    this.#options.signal?.addEventListener('abort', () => void this.#portal?.stop());
    try {
      await Promise.race([this.#crash(session), running]);
      if (!this.#isOver()) {
        await this.#start(session);
        session.stopping = true;
        await running;
        await this.#repeatAll(session);
        await this.#portal?.stop();
        this.#portal = undefined;
        const { dataFolder } = this.#portalOptions;
        const grants = [...people.grants.values()];
        await lookAtEnd(dataFolder, this.#seen.all, this.#upstream.dials, this.#violations, grants);
        await lookAtPeople(dataFolder, people, this.#violations);
        await this.#askCommandLine();
      }
    } finally {
      session.stopping = true;
      session.over = true;
      this.#gate.open();
      await this.#portal?.stop();
      try {
        await running;
      } finally {
        await client.close();
      }
    }
    return this.#report();
  }

  /** Each with numbers of its own, so that the calls of one do not depend on how fast the others are. */
  #client(session: Session, number: number): Promise<void> {
    const { seed } = this.#options;
    const random = seededRandom(seed * 1_000 + number);
    const caller = this.#callers[number % this.#callers.length];
    if (!caller) throw new Error('There is nobody to call.');
    let made = 0;
    const nextCall = () => {
      const call = planCall(`crash-${seed}-${number}-${(made += 1)}`, random);
      this.#plans.set(call.key, call);
      return call;
    };
    return runClient(session, caller, nextCall, number % impatient === 0);
  }

  async #crash(session: Session): Promise<void> {
    for (let kill = 0; kill < this.#options.kills && !session.over && !this.#isOver(); kill += 1) {
      const moment = drawKillMoment(this.#random);
      this.#moments.push(moment);
      if (moment.at === 'start') {
        this.#portal = new KillablePortal(this.#portalOptions);
        await setTimeout(moment.count);
      } else {
        await this.#start(session);
        if (this.#isOver()) return;
        await this.#until(moment);
      }
      this.#gate.close();
      await this.#portal?.kill();
      this.#noteResolved();
      this.#killedMs = Date.now();
    }
  }

  /** Times count from the first answer: before, a busy machine may have done nothing. */
  async #until({ at, count }: KillMoment): Promise<void> {
    const late = setTimeout(momentLimitMs, undefined, { ref: false });
    await Promise.race([
      this.#events[at === 'dial' ? 'dial' : 'answer'].wait(at === 'time' ? 1 : count),
      late,
    ]);
    if (at === 'time') await setTimeout(count);
  }

  /** Starts a portal on what the last one left, and looks at that before the clients go on. */
  async #start(session: Session): Promise<void> {
    this.#portal = new KillablePortal(this.#portalOptions);
    const seconds = await this.#portal.ready();
    this.#readySeconds.push(seconds);
    this.#readyMs = Date.now();
    this.#noteResolved();
    await this.#lookAtLedger();
    if (this.#isOver()) return;
    const last = this.#seen.all.slice(-repeatedAfterCrash);
    await Promise.all(last.map(({ caller, call }) => callOnce(session, caller, call, true)));
    await this.#people?.askAgain();
    this.#lookAtDials();
    this.#gate.open();
  }

  async #lookAtLedger(): Promise<void> {
    await lookAtLedger(
      this.#portalOptions.dataFolder,
      this.#seen.all,
      this.#resolvedUntilMs,
      this.#violations,
    );
  }

  /** A portal that was ready for long enough has resolved whatever began before the kill before it. */
  #noteResolved(): void {
    const isReady = this.#readyMs > this.#killedMs;
    const ranMs = Date.now() - this.#readyMs;
    if (isReady && ranMs >= this.#options.engine.resolvesWithinMs) this.#resolvedUntilMs = this.#killedMs;
  }

  async #repeatAll(session: Session): Promise<void> {
    const rest = this.#seen.all.values();
    const repeat = async () => {
      for (const { caller, call } of rest) await callOnce(session, caller, call, true);
    };
    await Promise.all(Array.from({ length: this.#clients }, repeat));
  }

  async #askCommandLine(): Promise<void> {
    const { code, stdout, stderr } = await farebox(this.#portalOptions.dataFolder, ['check']);
    if (code !== 0) this.#violations.add('ledger check', 'farebox check', `${code}: ${stdout}${stderr}`);
  }

  #lookAtDials(): void {
    for (const [key, { length }] of this.#upstream.dials)
      if (length > 1) this.#violations.add('dialled twice', key, `It was dialled ${length} times.`);
  }

  #isOver(): boolean {
    return this.#violations.list.some(({ kind }) => this.#options.endsAt?.includes(kind));
  }

  #report(): CrashReport {
    this.#lookAtDials();
    const seen = this.#seen.all;
    const unknown = seen.filter(({ answer }) => isUnknown(answer)).length;
    return {
      engine: this.#options.engine.name,
      seed: this.#options.seed,
      moments: this.#moments,
      calls: seen.length,
      acknowledged: seen.length - unknown,
      unknown,
      dials: this.#upstream.dials.size,
      replays: this.#seen.replays,
      readySeconds: this.#readySeconds,
      people: { grants: this.#people?.grants.size ?? 0, ...this.#people?.done },
      violations: this.#violations.list,
    };
  }
}

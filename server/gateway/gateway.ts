import { Pool } from 'undici';
import { connectionHeaders } from '../../lib/operation/input-shape.ts';
import { everySecond, SharedRoom, mostUnderWay, WaitingLine } from '../limits/waiting-line.ts';
import type { PlacesTaken } from '../store/store.ts';
import { guardedConnector, type Resolve, resolveName } from './connector.ts';
import { Deadlines, UnpaidTime } from './deadlines.ts';
import type { OwnersWay } from './allowed-upstreams.ts';
import {
  type EgressAllow,
  type EgressFence,
  egressProblem,
  parseEgressAllow,
  portOf,
  withOwners,
} from './egress-allow.ts';
import { egressFailure, portalStopped } from './exchange-failures.ts';
import { Exchange, type ExchangeHost, type UpstreamHealth } from './exchange.ts';
import { receiveReply } from './receive-reply.ts';
import { type Outgoing, Secrets, type StoredValues } from './secrets.ts';
import type { UpstreamCall, UpstreamReply } from './upstream-call.ts';

/** A call that was sent, failed, and is free. */
interface UnpaidCall {
  url: string;
  caller: string;
  tookMs: number;
  /** The upstream answered that the request is invalid. */
  isRejected: boolean;
}

interface Upstream extends UpstreamHealth {
  origin: URL;
  room: SharedRoom;
  line: WaitingLine;
  /** Whether the other portals were told that no call is under way. */
  isTold: boolean;
  /** By the connect limit of the template. Most upstreams have one. */
  pools: Map<number, Pool>;
}

export interface GatewayOptions {
  allow: EgressAllow;
  /** What owners allow besides, within a fence. */
  owners?: { upstreams: OwnersWay; fence: EgressFence };
  resolve?: Resolve;
  readSecret?: (name: string) => string | undefined;
  stored?: StoredValues;
  /** How many portals share the places of upstreams. */
  portals?: () => number;
}

/** The only way to call upstreams. */
export class Gateway {
  /** What the settings allow, and that with what owners do. */
  #ofSettings: EgressAllow;
  #allow: EgressAllow;
  readonly #owners: GatewayOptions['owners'];
  #ownersVersion = -1;
  /** Pools that get no new calls. */
  readonly #retired = new Set<Pool>();
  readonly #resolve: Resolve;
  readonly #secrets: Secrets;
  readonly #upstreams = new Map<string, Upstream>();
  readonly #unpaid = new UnpaidTime();
  readonly #portals: () => number;
  readonly #host: ExchangeHost = {
    deadlines: new Deadlines(),
    onHead: (exchange) => {
      this.#onHead(exchange);
      exchange.plan.resolve(receiveReply(exchange));
    },
    onFailure: ({ plan }, failure) => plan.reject(failure),
    onEnd: () => this.#onEnd(),
  };
  #underWay = 0;
  #onIdle: (() => void) | undefined;
  #isClosed = false;

  constructor({
    allow,
    owners,
    resolve = resolveName,
    readSecret,
    stored,
    portals = () => 1,
  }: GatewayOptions) {
    this.#portals = portals;
    this.#ofSettings = allow;
    this.#allow = allow;
    this.#owners = owners;
    this.#resolve = resolve;
    this.#secrets = new Secrets(readSecret, stored);
  }

  /** Allows one more origin with any address, for the toolbox. */
  allowOrigin(origin: string): void {
    const url = new URL(origin);
    const more = parseEgressAllow(`${url.hostname}:${portOf(url)}`);
    if (typeof more === 'string') throw new TypeError(`${origin} is not an origin that can be allowed.`);
    const { names, networks } = this.#ofSettings;
    this.#ofSettings = {
      ...this.#ofSettings,
      names: [...names, ...more.names],
      networks: [...networks, ...more.networks],
    };
    this.#allow = this.#withOwners();
  }

  #withOwners(): EgressAllow {
    return this.#owners
      ? withOwners(this.#ofSettings, this.#owners.upstreams.entries, this.#owners.fence)
      : this.#ofSettings;
  }

  /** Takes over what owners allow now. Open connections are checked no more, so that none is used again. */
  #followOwners(): void {
    const upstreams = this.#owners?.upstreams;
    if (!upstreams || upstreams.version === this.#ownersVersion) return;
    const isFirst = this.#ownersVersion === -1 && upstreams.entries.length === 0;
    this.#ownersVersion = upstreams.version;
    this.#allow = this.#withOwners();
    if (isFirst) return;
    for (const { pools } of this.#upstreams.values()) {
      // Calls that wait for a place have one of them, and its idle connections close by themselves.
      for (const pool of pools.values()) this.#retired.add(pool);
      pools.clear();
    }
  }

  /** Resolves with the head of a 2xx response. Rejects with an UpstreamFailure. */
  dial(call: UpstreamCall): Promise<UpstreamReply> {
    const credentials = call.secrets.length === 0 ? undefined : this.#secrets.stored.pending;
    const owners = this.#owners?.upstreams.pending;
    if (credentials === undefined && owners === undefined) return this.#dial(call);
    return Promise.all([credentials, owners]).then(() => this.#dial(call));
  }

  #dial(call: UpstreamCall): Promise<UpstreamReply> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw portalStopped('before-dial');
      this.#followOwners();
      const { request, limits, secrets } = call;
      const originEnd = endOfOrigin(request.url);
      const upstream = this.#upstream(request.url.slice(0, originEnd));
      const outgoing: Outgoing = {
        path: request.url.slice(originEnd) || '/',
        headers: requestHeaders(request.headers, call.accept),
      };
      const sent = secrets.length === 0 ? [] : this.#secrets.add(secrets, outgoing, call.tried);
      const exchange = new Exchange({
        host: this.#host,
        pool: upstream.pools.get(limits.connectMs) ?? this.#openPool(upstream, limits.connectMs),
        line: upstream.line,
        upstream,
        options: {
          method: request.method,
          path: outgoing.path,
          headers: outgoing.headers,
          body: request.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        call,
        sent,
        resolve,
        reject,
      });
      this.#underWay += 1;
      exchange.begin();
    });
  }

  /**
   * Slows down a caller who takes much of an upstream's time without paying. Calls that were not rejected count only if
   * the upstream answered somebody meanwhile, because nobody is to blame for an upstream that is down.
   */
  countUnpaid({ url, caller, tookMs, isRejected }: UnpaidCall): void {
    const origin = url.slice(0, endOfOrigin(url));
    const nowMs = performance.now();
    const answeredAtMs = this.#upstreams.get(origin)?.answeredAtMs ?? Number.NEGATIVE_INFINITY;
    if (isRejected || answeredAtMs >= nowMs - tookMs) this.#unpaid.add(`${origin} ${caller}`, tookMs, nowMs);
  }

  /** For the other portals: the upstreams with calls under way, and once more those that have none now. */
  placesTaken(): PlacesTaken[] {
    const taken: PlacesTaken[] = [];
    for (const [origin, upstream] of this.#upstreams) {
      const calls = upstream.line.underWay;
      if (calls > 0 || !upstream.isTold) taken.push({ upstream: origin, calls });
      upstream.isTold = calls === 0;
    }
    return taken;
  }

  /** How many calls the other portals have under way to an upstream. */
  othersHave(origin: string, calls: number): void {
    const upstream = this.#upstreams.get(origin);
    if (!upstream) return;
    upstream.room.takenByOthers = calls;
    upstream.line.roomChanged();
  }

  /** Refuses new calls, waits for running ones, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    const pools = [...this.#upstreams.values()].flatMap((upstream) => [...upstream.pools.values()]);
    await Promise.all([...pools, ...this.#retired].map((pool) => pool.close()));
  }

  #onHead({ plan, head }: Exchange): void {
    if (head.status < 500) plan.upstream.answeredAtMs = performance.now();
    // The operator may have changed the credential since it was read.
    if (head.status === 401 || head.status === 403) this.#secrets.forget(plan.call.secrets);
  }

  #onEnd(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#onIdle?.();
  }

  #upstream(origin: string): Upstream {
    const known = this.#upstreams.get(origin);
    if (known) return known;
    const problem = egressProblem(origin, this.#allow);
    if (problem !== undefined) throw egressFailure(problem, 'before-dial');
    const url = new URL(origin);
    // Bindings write the origin as the parser does. Another spelling could be read in two ways.
    if (url.origin !== origin)
      throw egressFailure(`${JSON.stringify(origin)} is not a normalised origin.`, 'before-dial');
    const isSlowed = (caller: string) => this.#unpaid.isOver(`${origin} ${caller}`, performance.now());
    const room = new SharedRoom(this.#portals);
    const upstream: Upstream = {
      origin: url,
      room,
      line: new WaitingLine(room, isSlowed),
      isTold: true,
      pools: new Map(),
      answeredAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#upstreams.set(origin, upstream);
    return upstream;
  }

  #openPool({ origin, pools }: Upstream, connectMs: number): Pool {
    const problem = egressProblem(origin.origin, this.#allow);
    if (problem !== undefined) throw egressFailure(problem, 'before-dial');
    const pool = new Pool(origin, {
      connections: mostUnderWay,
      pipelining: 1,
      allowH2: false,
      connect: guardedConnector(origin, this.#allow, connectMs, this.#resolve),
    });
    pools.set(connectMs, pool);
    return pool;
  }
}

function endOfOrigin(url: string): number {
  const end = url.indexOf('/', 'https://'.length);
  return end < 0 ? url.length : end;
}

/** Identifies the portal to operators of upstreams. */
const userAgent = 'Farebox/0.1';

/** The headers of an upstream request, as alternating names and values: those of the binding, and three of ours. */
function requestHeaders(bound: readonly [string, string][], accept = '*/*'): string[] {
  const headers = ['accept', accept, 'accept-encoding', 'identity'];
  let hasUserAgent = false;
  for (const [name, value] of bound) {
    const lower = name.toLowerCase();
    // A caller's `host` could select another host at the same address, and send it the operator's credential.
    if (connectionHeaders.has(lower)) continue;
    if (lower === 'user-agent') hasUserAgent = true;
    headers.push(name, value);
  }
  if (!hasUserAgent) headers.push('user-agent', userAgent);
  return headers;
}

/** Portals tell each other once a second how many calls they have under way to each upstream. */
export function shareUpstreams(
  gateway: Pick<Gateway, 'placesTaken' | 'othersHave'>,
  sharePlaces: (taken: readonly PlacesTaken[]) => Promise<PlacesTaken[]>,
): { stop(): void } {
  return everySecond(async () => {
    const taken = gateway.placesTaken();
    if (taken.length === 0) return;
    for (const { upstream, calls } of await sharePlaces(taken)) gateway.othersHave(upstream, calls);
  }, 'places-not-shared');
}

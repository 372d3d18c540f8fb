import type { ApprovalState } from '../lib/account/approvals.ts';
import type { JsonObject } from '../lib/json/json.ts';
import type { Guest } from './callers/guest.ts';
import type { CallsUnderWay } from './calls/calls-under-way.ts';
import type { RefusedCalls } from './calls/refused-calls.ts';
import type { Cache } from './cache.ts';
import type { KeptFace } from './desk/kept-face.ts';
import type { Desk } from './desk/one-at-a-time.ts';
import type { Settings } from './env.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { InputThreads } from './inputs/input-threads.ts';
import type { Pages } from './pages/pages.ts';
import type { RateLimits } from './callers/rate-limits.ts';
import type { judgePassword } from './people/judge-password.ts';
import type { CompiledVersion } from './products/compiled-version.ts';
import type { ActiveKey, ActiveSession } from './store/accounts/account-rows.ts';
import type { Audience } from './store/catalogue/audience.ts';
import type { ProductRecord } from './store/catalogue/catalogue.ts';
import type { Store } from './store/store.ts';
import type { Metrics } from './supervision/metrics.ts';
import type { PortalSecret } from './portal/portal-secret.ts';
import type { Readiness } from './supervision/readiness.ts';

/** What a verb is given beside its caller and its input: all that a process has one of. */
export interface Context {
  settings: Settings;
  secret: PortalSecret;
  store: Store;
  gateway: Gateway;
  metrics: Metrics;
  /** What renders the pages. */
  pages: Pick<Pages, 'check'>;
  readiness: Readiness;
  rateLimits: RateLimits;
  callsUnderWay: CallsUnderWay;
  refusedCalls: RefusedCalls;
  inputThreads: InputThreads;
  desk: Desk;
  /** What the portal shows of itself. */
  face: KeptFace;
  judgePassword: typeof judgePassword;
  /** What servers of templates may carry in their address, known once it is: the toolbox's port. */
  serverVariables: Promise<Record<string, string>>;
  caches: Caches;
  /** Who reads the catalogue: guests, unless `forAudience` made the context of somebody else. */
  audience: Audience;
}

/** Each value is made on first use, and dropped when what it follows from changes. */
export interface Caches {
  /** Product keys in order, by what was asked for; of entries of the catalogue those of APIs are negative. */
  orders: Cache<string, Int32Array>;
  /** As JSON. */
  facets: Cache<string, string>;
  /** By id, slug and template id. */
  products: Cache<string, { found: ProductRecord | undefined }>;
  /** Names that no product has. */
  unknownNames: Cache<string, true>;
  versions: Cache<number, CompiledVersion>;
  examples: Cache<'example', { slug: string; input: JsonObject }>;
  /** API keys by their hash. */
  keys: Cache<string, ActiveKey>;
  /** What accounts see of the catalogue, by their ids; that of people without an account is under ''. */
  audiences: Cache<string, Audience>;
  /** What accounts asked to call, by their ids. */
  approvals: Cache<string, ReadonlyMap<number, ApprovalState>>;
  /** The last version that accounts accepted of pages, by the ids of accounts and the keys of pages. */
  accepted: Cache<string, ReadonlyMap<number, number>>;
  /** The pages that every page links to. */
  footer: Cache<'footer', { slug: string; title: string }[]>;
  /** By the hash of their token. */
  sessions: Cache<string, ActiveSession>;
  /** By address. */
  guests: Cache<string, Guest>;
}

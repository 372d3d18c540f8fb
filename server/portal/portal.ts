import type { BufferedResponse } from '../http/response.ts';
import type { ClientConnection } from '../http/client-connection.ts';
import type { KnownKey } from '../callers/known-key.ts';
import type { Guest } from '../callers/find-guest.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { CallsUnderWay } from '../calls/calls-under-way.ts';
import type { PrismaClient } from '../store/sqlite/database.ts';
import type { Settings } from '../env.ts';
import type { InputThreads } from '../inputs/input-threads.ts';
import type { Cache } from './cache.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Metrics } from './metrics.ts';
import type { ProductRecord } from '../products/product-record.ts';
import type { SynonymGroup } from '../../lib/search/alternatives.ts';
import type { SearchPlan } from '../products/plan-search.ts';
import type { Catalogue } from '../store/sqlite/catalogue/sqlite-catalogue.ts';
import type { Writer } from '../store/writer.ts';

/**
 * What there is one of in a process. `server/main` opens it before anything is served. The server and Next load the
 * modules each for themselves, so that it stands under a symbol of the process and not in a module.
 */
export interface Portal {
  settings: Settings;
  secret: Buffer;
  database: PrismaClient;
  catalogue: Catalogue;
  ledger: Ledger;
  gateway: Gateway;
  metrics: Metrics;
  /** What servers of templates may carry in their address, known once it is: the toolbox's port. */
  serverVariables: Promise<Record<string, string>>;
  writer: Writer;
  /** What came with the requests under way, by ticket. */
  connections: Map<string, ClientConnection>;
  rateLimits: RateLimits;
  callsUnderWay: CallsUnderWay;
  inputThreads: InputThreads;
  cache: PortalCache;
}

/** Made on first use, and dropped when what it follows from changes. */
export interface PortalCache {
  /** Whole answers, by the address that was asked for. */
  answers: Cache<string, BufferedResponse>;
  /** Product keys in order, by what was asked for; of entries of the catalogue those of APIs are negative. */
  orders: Cache<string, Int32Array>;
  facets: Cache<string, string>;
  /** By what was typed. */
  searches: Cache<string, SearchPlan>;
  synonyms: Cache<'all', SynonymGroup[]>;
  /** By id, slug and template id. */
  products: Cache<string, { found: ProductRecord | undefined }>;
  /** Names that no product has. */
  unknownNames: Cache<string, true>;
  versions: Cache<number, CompiledVersion>;
  /** API keys by their hash. */
  keys: Cache<string, KnownKey>;
  /** The same by the hash of a session that stands for one. */
  sessions: Cache<string, KnownKey>;
  /** By address. */
  guests: Cache<string, Guest>;
}

const slot = Symbol.for('farebox');

interface Place {
  portal?: Portal;
}

/** Looked up once: to look through the names of the process takes long, and a call asks for the portal many times. */
const place = sharedPlace();

export function setPortal(opened: Portal): void {
  place.portal = opened;
}

export function portal(): Portal {
  return place.portal ?? notOpened();
}

function sharedPlace(): Place {
  const known = knownPlace();
  if (known) return known;
  const made: Place = {};
  Reflect.set(globalThis, slot, made);
  return made;
}

/** Guaranteed by `sharedPlace`, the only writer of the slot. */
function knownPlace(): Place | undefined {
  return Reflect.get(globalThis, slot) as Place | undefined;
}

function notOpened(): never {
  throw new Error('The portal is not open: start it with `npm start` or `npm run dev`.');
}

import { hash } from 'node:crypto';
import type { Visibility } from '../../../lib/product/catalogue-entry.ts';

const numbers = { public: 0, 'signed-in': 1, accounts: 2 } as const;

/** How the database has it. */
export function visibilityNumber(visibility: Visibility): 0 | 1 | 2 {
  return numbers[visibility];
}

export function visibilityOf(number: number): Visibility {
  return number === 0 ? 'public' : number === 1 ? 'signed-in' : 'accounts';
}

/** The readers of the catalogue who see the same products. Every read of the catalogue is for one of them. */
export interface Audience {
  /** Of their caches. Audiences with the same name see the same. */
  name: string;
  /** They see what has this visibility or a lower one. */
  level: number;
  /** The keys of the products for chosen accounts that they see besides. */
  granted: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/** Guests. */
export const everyone: Audience = { name: '', level: 0, granted: none };
/** Accounts without a grant, and people without an account. */
export const signedIn: Audience = { name: 'signed in', level: 1, granted: none };
/** Operators, who look after all products. */
export const operators: Audience = { name: 'operators', level: 2, granted: none };

/** Accounts that see the same are one audience. */
export function grantedAudience(keys: readonly number[]): Audience {
  if (keys.length === 0) return signedIn;
  const list = keys.toSorted((one, other) => one - other);
  return { name: hash('sha256', list.join(), 'base64url'), level: 1, granted: new Set(list) };
}

/** A product that not everyone sees. */
export interface Restricted {
  key: number;
  visibility: number;
}

export function sees({ level, granted }: Audience, { key, visibility }: Restricted): boolean {
  return visibility <= level || granted.has(key);
}

/** The same as a condition of a query. */
export function isSeenBy({ level, granted }: Audience) {
  return { OR: [{ visibility: { lte: level } }, { key: { in: [...granted] } }] };
}

/** The products that not everyone sees, as an audience has them. */
export interface Sight {
  /** The keys that it must not see. */
  hidden: ReadonlySet<number>;
  /** Those that it sees, unlike guests. */
  extra: readonly number[];
}

export function sightOf(audience: Audience, restricted: readonly Restricted[]): Sight {
  const hidden = restricted.filter((one) => !sees(audience, one)).map(({ key }) => key);
  return {
    hidden: new Set(hidden),
    extra: restricted.filter((one) => sees(audience, one)).map(({ key }) => key),
  };
}

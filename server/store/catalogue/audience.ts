import { hash } from 'node:crypto';
import type { Visibility } from '../../../lib/product/catalogue-entry.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

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

/** In place of a file: what operators publish in the console belongs to it. */
export const consoleOwner = 'console';

/**
 * What is written in the console is a draft until it is online for the first time: no page has led to it, and it is seen as
 * if accounts had been chosen for it. A product that was online answers to an old link.
 */
const draft = { status: 0, wasOnline: 0, file: consoleOwner } as const;

export function isDraft({
  status,
  wasOnline,
  file,
}: Record<'status' | 'wasOnline', number> & { file: string | null }): boolean {
  return status === draft.status && wasOnline === draft.wasOnline && file === draft.file;
}

/** The products that not everyone sees. */
export async function readRestricted(database: PrismaClient): Promise<Restricted[]> {
  const rows = await database.product.findMany({
    where: { OR: [{ visibility: { gt: 0 } }, draft] },
    select: { key: true, visibility: true, status: true, wasOnline: true, file: true },
    orderBy: { key: 'asc' },
  });
  return rows.map((row) => ({ key: row.key, visibility: isDraft(row) ? numbers.accounts : row.visibility }));
}

/** The same as a condition of a query. */
export function isSeenBy({ level, granted }: Audience) {
  const isNoDraft = [{ status: 1 }, { wasOnline: 1 }, { file: null }, { file: { not: consoleOwner } }];
  const isOpen = { visibility: { lte: level }, ...(level < numbers.accounts && { OR: isNoDraft }) };
  return { OR: [isOpen, { key: { in: [...granted] } }] };
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

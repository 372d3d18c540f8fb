import { listOfWords } from '../account/people.ts';
import type { AuditList } from './audit.ts';
import { countOf, groupedNumber } from '../text/numbers.ts';
import { momentText } from '../text/times.ts';

export type Change = AuditList['list'][number];
type Values = Change['before'];

/** A piece of a sentence: plain words, a thing with its page, or what matters most. */
export type Piece = string | { text: string; href?: string; isStrong?: true };

/** What an entry says of its values, and how things are called. */
export interface Words {
  change: Change;
  before: Values;
  after: Values;
  /** The name of what has an id, with a link to it. */
  thing(id: unknown): Piece;
  /** The target, `their own` if it is the author. */
  whose(what: string): Piece[];
}

export type Sentence = (words: Words) => readonly Piece[];

export const strong = (text: string): Piece => ({ text, isStrong: true });

export const valueOf = (values: Values, name: string): unknown => values?.[name];
export const textOf = (values: Values, name: string): string => {
  const value = valueOf(values, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
export const numberOf = (values: Values, name: string): number => {
  const value = valueOf(values, name);
  return typeof value === 'number' ? value : 0;
};
export const listOf = (values: Values, name: string): unknown[] => {
  const value = valueOf(values, name);
  return Array.isArray(value) ? value : [];
};

export const credits = (amount: number) => strong(countOf(Math.abs(amount), 'credit'));
const limit = (value: unknown) => (typeof value === 'number' ? groupedNumber(value) : 'no limit');

const limitNames = [
  ['capDay', 'daily'],
  ['capMonth', 'monthly'],
  ['capTotal', 'total'],
] as const;

/** `the monthly limit … from 20 to 50`, or all that were changed after a colon. */
export function limitPieces({ before, after }: Words, of: readonly Piece[]): Piece[] {
  const changed = limitNames.filter(([name]) => valueOf(before, name) !== valueOf(after, name));
  const steps = changed.map(
    ([name, word]) =>
      [word, `from ${limit(valueOf(before, name))} to `, limit(valueOf(after, name))] as const,
  );
  const [only] = steps;
  if (steps.length === 1 && only)
    return [`changed the ${only[0]} limit of `, ...of, ` ${only[1]}`, strong(only[2])];
  return [
    'changed the limits of ',
    ...of,
    ': ',
    ...steps.flatMap(([word, from, to], index) => [`${index > 0 ? ', ' : ''}${word} ${from}`, strong(to)]),
  ];
}

export const on = (values: Values) =>
  textOf(values, 'device') === '' ? '' : ` on ${textOf(values, 'device')}`;

const proofWords: Record<string, string> = {
  password: 'a password',
  passkey: 'a passkey',
  code: 'a code of the authenticator app',
  'recovery-code': 'a recovery code',
  'mail-code': 'an emailed code',
  identity: 'another identity',
};
export const proof = (values: Values) => proofWords[textOf(values, 'by')] ?? textOf(values, 'by');

/** What the first proof of an address has ended. */
export const endedWays = (values: Values): string => {
  const ways = listOf(values, 'ended').map(String);
  return ways.length > 0 ? `, which ended their ${listOfWords(ways)} of before` : '';
};

export const products = (values: Values): Piece[] => {
  const slugs = listOf(values, 'products').map(String);
  const [first = ''] = slugs;
  return slugs.length === 1
    ? [{ text: first, href: `/products/${first}` }]
    : [countOf(slugs.length, 'product')];
};

export function published({ after }: Words): Piece[] {
  const all = listOf(after, 'products');
  const isNew = (product: unknown) =>
    typeof product === 'object' && product !== null && 'created' in product && product.created === true;
  const made = all.filter(isNew).length;
  const counts = [
    made > 0 && `${groupedNumber(made)} new`,
    all.length > made && `${groupedNumber(all.length - made)} changed`,
  ];
  const planned = all.filter((product) => momentOf(product) !== undefined).length;
  const [only] = all;
  const at = momentOf(only);
  const later =
    planned === 0
      ? ''
      : all.length === 1 && at !== undefined
        ? `, in force from ${momentText(at)} UTC`
        : `, of which ${countOf(planned, 'product')} later`;
  return [
    'published ',
    strong(countOf(all.length, 'product')),
    `: ${counts.filter(Boolean).join(', ')}`,
    ...(later === '' ? [] : [later]),
  ];
}

function momentOf(product: unknown): string | undefined {
  const isPlanned = typeof product === 'object' && product !== null && 'effectiveAt' in product;
  return isPlanned && typeof product.effectiveAt === 'string' ? product.effectiveAt : undefined;
}

const audiences: Record<string, string> = {
  public: 'everyone',
  'signed-in': 'who is signed in',
  accounts: 'chosen accounts',
};

export const seenBy = (values: Values) => audiences[textOf(values, 'visibility')] ?? '';

export const inAccount = ({ after, before, thing }: Words): Piece[] => {
  const id = valueOf(after, 'accountId') ?? valueOf(before, 'accountId');
  return id === undefined || id === null ? [] : [' of ', thing(id)];
};

export const revoked = (values: Values) => {
  const { revokedKeys: keys } = values ?? {};
  const count = Array.isArray(keys) ? keys.length : typeof keys === 'number' ? keys : 0;
  return count === 0 ? '' : `; ${countOf(count, 'key')} revoked`;
};

/** `: name from A to B, …`: the plain values that are others now. */
export function changes({ before, after }: Words): Piece[] {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'accountId' && plain(valueOf(before, name)) !== plain(valueOf(after, name)),
  );
  if (names.length === 0) return [];
  return [
    ': ',
    ...names.flatMap((name, index) => [
      `${index > 0 ? ', ' : ''}${spoken(name)} from ${plain(valueOf(before, name))} to `,
      strong(plain(valueOf(after, name))),
    ]),
  ];
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return groupedNumber(value);
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? `${momentText(value)} UTC` : value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(plain).join(', ');
  return JSON.stringify(value);
}

/** `capMonth` as "cap month". */
function spoken(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

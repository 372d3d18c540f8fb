import { z } from 'zod';
import type { KeyAccess } from '../../lib/account/key-access.ts';
import { didYouMean } from '../../lib/text/names.ts';
import { createAccountKey, revokeAccountKey } from '../../server/operator/accounts.ts';
import type { Store } from '../../server/store/store.ts';
import { type FoundAccount, findAccount, operate, withPortal } from '../operate.ts';
import { Refusal } from '../print.ts';

interface NewKey {
  account: string;
  name: string;
  operator: boolean;
  /** Never if absent. */
  expires: string | undefined;
  caps: { day: number | null; month: number | null; total: number | null };
  access: KeyAccess;
  /** Ids or slugs; null for all. */
  products: string[] | null;
  reason: string | undefined;
}

interface CreatedKey {
  id: string;
  key: string;
  account: FoundAccount;
  expiresAt: string | null;
}

/** Creates an API key of an account. An operator key of the command line belongs to no person. */
export function createKey({ account: text, expires, reason, ...given }: NewKey): Promise<CreatedKey> {
  return withPortal(async (context) => {
    const account = await findAccount(context.store, text);
    const expiresAt = expires === undefined ? null : new Date(expiryMs(expires, Date.now())).toISOString();
    const wish = { ...given, accountId: account.id, expiresAt, operatorPersonKey: undefined };
    const { given: created } = await operate(context, createAccountKey, wish, reason);
    return { ...created, account, expiresAt };
  });
}

export function revokeKey(id: string, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { store } = context;
    const accountId = await store.accounts.findAccountOfKey(id);
    if (accountId === undefined) throw new Refusal(`There is no key "${id}".${await guessOf(store, id)}`);
    const { result } = await operate(context, revokeAccountKey, { accountId, keyId: id }, reason);
    return result.found && result.before !== null
      ? `${id} was already revoked at ${new Date(result.before).toISOString()}.\n`
      : `${id} is revoked.\n`;
  });
}

async function guessOf({ accounts }: Store, id: string): Promise<string> {
  return didYouMean(id, await accounts.activeKeyIds()) || ' "farebox key list" lists all keys.';
}

const hourMs = 60 * 60_000;
const unitMs = { h: hourMs, d: 24 * hourMs };
/** The last day whose ISO date has a year of four digits. */
const lastMs = Date.UTC(9999, 11, 31);
const dateOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Parses `30d` or `12h` from now, a date (its midnight in UTC), or a date with a time. */
export function expiryMs(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,7})([dh])$/.exec(text) ?? [];
  const at = unit === 'd' || unit === 'h' ? now + Number(count) * unitMs[unit] : dateOrTimeMs(text);
  if (at === undefined || at > lastMs) {
    throw new Refusal(
      `--expires must be a date such as 2027-01-31, a date and time such as 2027-01-31T18:00:00Z, or a time from now such as 30d or 12h, not ${JSON.stringify(text)}.`,
    );
  }
  if (at <= now) throw new Refusal(`--expires must be in the future: ${text} is past.`);
  return at;
}

function dateOrTimeMs(text: string): number | undefined {
  return dateOrTime.safeParse(text).success ? Date.parse(text) : undefined;
}

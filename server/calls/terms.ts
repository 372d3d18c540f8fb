import type { z } from 'zod';
import type { acceptanceBody, AcceptanceList, TermsToAccept } from '../../lib/account/terms.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { pageAddress } from '../../lib/product/page-address.ts';
import type { Caller } from '../callers/caller.ts';
import {
  activeAuthor,
  memberAuthor,
  refusalByRole,
  requireAccount,
  requirePerson,
  requireRole,
} from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import type { Author } from '../store/author.ts';
import type { TermsRecord } from '../store/catalogue/catalogue.ts';
import { writeChange } from '../store/write-change.ts';

interface Product {
  slug: string;
  terms: TermsRecord | null;
}

/** Refuses a call of a product whose terms the account has not accepted. */
export async function requireTerms(context: Context, caller: Caller, product: Product): Promise<void> {
  const { slug, terms } = product;
  if (!terms) return;
  const accepted = await acceptedBy(context, caller, terms);
  if (accepted !== null && accepted >= terms.needed) return;
  const toAccept = termsOf(context, caller, terms, accepted);
  throw new Problem(
    'terms-required',
    says(caller, slug, toAccept),
    [],
    {},
    { product: slug, terms: toAccept },
  );
}

async function acceptedBy(
  { caches, store }: Context,
  { kind, purse }: Caller,
  { key }: TermsRecord,
): Promise<number | null> {
  if (kind !== 'account') return null;
  const accepted = await caches.accepted.getOrMake(purse, () => store.pages.acceptedBy(purse));
  return accepted.get(key) ?? null;
}

function termsOf(
  { settings }: Context,
  caller: Caller,
  { slug, title, number }: TermsRecord,
  accepted: number | null,
): TermsToAccept {
  const { kind, person } = caller;
  return {
    ...{ page: slug, title, version: number, accepted },
    url: new URL(pageAddress(slug), settings.url).href,
    mayAccept: kind === 'account' && person !== null && !refusalByRole(caller, 'accept-terms'),
  };
}

function says(
  { kind, person }: Caller,
  product: string,
  { title, version, accepted, url, mayAccept }: TermsToAccept,
) {
  const named = `“${title}” (version ${version})`;
  const where = `Read it at ${url}.`;
  if (kind === 'guest')
    return `Accounts alone call ${product}, once they have accepted ${named}: ${person ? 'you belong to none' : 'sign in first'}. ${where}`;
  const who = mayAccept ? 'You have' : 'An owner or admin of your account has';
  const again = accepted === null ? '' : `, after version ${accepted},`;
  return `${who} to accept ${named}${again} before the account calls ${product}: on the page of the product. ${where}`;
}

/** A person accepts a page for their account. */
export async function acceptTerms(
  context: Context,
  caller: Caller,
  { page, version }: z.output<typeof acceptanceBody>,
  author: Author,
): Promise<{ page: string; version: number }> {
  requirePerson(caller);
  requireAccount(caller);
  requireRole(caller, 'accept-terms');
  const wish = { accountId: caller.purse, page, version, now: Date.now() };
  const allowed = activeAuthor(memberAuthor(author, caller, 'accept-terms'), caller);
  const { outcome } = await writeChange(context, 'accept-terms', wish, allowed);
  if (outcome === 'none')
    throw new Problem(
      'not-found',
      `There is no page with the address ${JSON.stringify(page.slice(0, 100))}.`,
    );
  if (outcome === 'changed')
    throw new Problem(
      'changed-meanwhile',
      'The page has another version now. Nothing was accepted: read it again, and accept what it says.',
    );
  return { page, version };
}

const mostListed = 200;

/** What the account of the caller has accepted. */
export async function listOwnAcceptances({ store }: Context, caller: Caller): Promise<AcceptanceList> {
  requireAccount(caller);
  const { rows } = await store.pages.acceptances(
    { accountId: caller.purse },
    { before: undefined, most: mostListed },
  );
  const names = await store.people.namesOf([...new Set(rows.map(({ acceptedById }) => acceptedById))]);
  return {
    list: rows.map(({ number, acceptedAt, acceptedById: id, page }) => ({
      ...{ page: page.slug, title: page.title, version: number, acceptedAt: acceptedAt.toISOString() },
      by: { id, name: names.get(id) ?? null },
      isEnough: page.deletedAt !== null || number >= page.needed,
    })),
  };
}

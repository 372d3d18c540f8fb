import { z } from 'zod';
import type { OperatorAcceptanceList, termsBody } from '../../lib/operator/product-access.ts';
import { invalidBody, type Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { filterText, listParameters, pageWish } from '../list-parameters.ts';
import type { OperatorChange } from '../operator/change.ts';
import { findPublished } from '../operator/product-releases.ts';
import { findPortalPage } from './portal-pages.ts';

type TermsWish = z.output<typeof termsBody> & { slug: string };

/** Says what an account has to accept before it calls a product. */
export const setTerms: OperatorChange<
  TermsWish,
  'set-terms',
  { slug: string; page: string | null },
  Context
> = {
  right: 'publish-product',
  verb: 'set-terms',
  status: 200,
  async prepare(context, { slug, page }) {
    await findPublished(context, slug);
    if (page !== null && !(await findPortalPage(context, page))) throw noSuchPage(page);
    return { payload: { slug, page }, given: { slug, page } };
  },
  answer({ outcome }, given) {
    if (outcome === 'none') throw noSuchPage(given.page ?? '');
    return given;
  },
};

function noSuchPage(page: string): Problem {
  return invalidBody([
    { pointer: '/page', detail: `There is no page with the address ${JSON.stringify(page)}.` },
  ]);
}

export const acceptancesQuery = z.object({
  account: filterText('Only what the account with this id accepted.'),
  page: filterText('Only acceptances of the page with this address.'),
  ...listParameters,
});

/** Which accounts accepted which versions of pages. */
export async function listAcceptances(
  { store }: Context,
  { account, page, ...query }: z.output<typeof acceptancesQuery>,
): Promise<OperatorAcceptanceList> {
  const { rows, next } = await store.pages.acceptances({ accountId: account, page }, pageWish(query));
  const names = await store.people.namesOf([...new Set(rows.map(({ acceptedById }) => acceptedById))]);
  return {
    list: rows.map((row) => ({
      ...{ page: row.page.slug, title: row.page.title, version: row.number, account: row.account },
      acceptedAt: row.acceptedAt.toISOString(),
      by: { id: row.acceptedById, name: names.get(row.acceptedById) ?? null },
    })),
    next,
  };
}

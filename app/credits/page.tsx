import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { alertsOptions } from '../../components/alerts/alerts-options.ts';
import { entriesOptions, entriesPageSize } from '../../components/credits/entries-options.ts';
import { Credits } from '../../components/credits/credits.tsx';
import { productNameOptions } from '../../components/credits/product-name-options.ts';
import { dailyUse } from '../../lib/view/daily-use.ts';
import { listAlerts } from '../../server/alerts/alerts.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import type { Caller } from '../../server/callers/caller.ts';
import { mostEntryPages, readCredits } from '../../server/calls/read-credits.ts';
import { readSpendable } from '../../server/calls/spendable.ts';
import { utcToday } from '../../lib/text/times.ts';
import { portal } from '../../server/doors/current-portal.ts';

export const metadata: Metadata = { title: 'Credits' };

export default async function CreditsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const asked = [(await searchParams)['page']].flat()[0] ?? '';
  const page = /^[1-9]\d{0,2}$/.test(asked) ? Math.min(Number(asked), mostEntryPages) : 1;
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  const today = utcToday();
  if (visitor) await seed(client, page, visitor, today);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Credits page={page} today={today} />
    </HydrationBoundary>
  );
}

async function seed(client: QueryClient, page: number, visitor: Caller, today: string): Promise<void> {
  const { queryKey } = entriesOptions(page, entriesPageSize);
  const { context } = portal();
  const { spendable } = await readSpendable(context, visitor);
  const account = await readCredits(context, visitor, { page, pageSize: entriesPageSize });
  client.setQueryData(queryKey, { ...account, spendable });
  if (visitor.kind === 'account')
    client.setQueryData(alertsOptions().queryKey, await listAlerts(context, visitor));
  for (const { id, ...name } of await context.store.catalogue.readNames(
    dailyUse(account.usage, today).series,
  ))
    client.setQueryData(productNameOptions(id).queryKey, name);
}

import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { entriesOptions, entriesPageSize, productNameOptions } from '../../components/credits/queries.ts';
import { Credits } from '../../components/credits/credits.tsx';
import { alertsQuery } from '../../components/people/queries.ts';
import { dailyUse } from '../../lib/view/daily-use.ts';
import { listAlerts } from '../../server/alerts/alerts.ts';
import type { Context } from '../../server/context.ts';
import type { Caller } from '../../server/callers/caller.ts';
import { mostEntryPages, readCredits } from '../../server/calls/read-credits.ts';
import { readSpendable } from '../../server/calls/spendable.ts';
import { utcToday } from '../../lib/text/times.ts';
import { seeded } from '../seeded.tsx';

export const metadata: Metadata = { title: 'Credits' };

export default async function CreditsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const asked = [(await searchParams)['page']].flat()[0] ?? '';
  const page = /^[1-9]\d{0,2}$/.test(asked) ? Math.min(Number(asked), mostEntryPages) : 1;
  const today = utcToday();
  return seeded((...given) => seed(page, today, ...given), <Credits page={page} today={today} />);
}

async function seed(
  page: number,
  today: string,
  client: QueryClient,
  context: Context,
  visitor: Caller,
): Promise<void> {
  const { queryKey } = entriesOptions(page, entriesPageSize);
  const { spendable } = await readSpendable(context, visitor);
  const account = await readCredits(context, visitor, { page, pageSize: entriesPageSize });
  client.setQueryData(queryKey, { ...account, spendable });
  if (visitor.kind === 'account')
    client.setQueryData(alertsQuery.queryKey, await listAlerts(context, visitor));
  for (const { id, ...name } of await context.store.catalogue.readNames(
    dailyUse(account.usage, today).series,
  ))
    client.setQueryData(productNameOptions(id).queryKey, name);
}

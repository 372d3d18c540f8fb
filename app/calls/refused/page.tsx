import type { Metadata } from 'next';
import {
  refusedCallsOptions,
  refusedPageSize,
  refusedUsageOptions,
} from '../../../components/calls/call-list-options.ts';
import { RefusedCalls } from '../../../components/calls/refused-calls.tsx';
import { listRefusedCalls, readRefusedUsage } from '../../../server/calls/read-credits.ts';
import { seeded } from '../../seeded.tsx';

export const metadata: Metadata = { title: 'Refused calls' };

/** So many pages have the last thousand calls. */
const mostPages = 50;

export default async function RefusedCallsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const asked = [(await searchParams)['page']].flat()[0] ?? '';
  const page = /^[1-9]\d?$/.test(asked) ? Math.min(Number(asked), mostPages) : 1;
  return seeded(
    (client, context, visitor) =>
      Promise.all([
        client.prefetchQuery({
          ...refusedCallsOptions(page),
          queryFn: () =>
            listRefusedCalls(context, visitor, { page, pageSize: refusedPageSize, format: undefined }),
        }),
        client.prefetchQuery({
          ...refusedUsageOptions(),
          queryFn: () => readRefusedUsage(context, visitor, {}),
        }),
      ]),
    <RefusedCalls page={page} />,
  );
}

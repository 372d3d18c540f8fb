import type { Usage, UsageKind } from '../../lib/account/usage.ts';
import type { Columns } from './csv-response.ts';

/** The columns of usage as CSV. */
export function usageColumns(by: UsageKind): Columns<Usage['list'][number]> {
  return {
    day: ({ day }) => day,
    [by]: ({ of }) => of?.id ?? null,
    name: ({ of }) => of?.name ?? null,
    calls: ({ calls }) => calls,
    credits: ({ credits }) => credits,
  };
}

import type { Usage, UsageKind } from '../../lib/account/usage.ts';
import type { Columns } from './csv-response.ts';

/** The columns of usage as CSV. Products have their slug, as in the other lists. */
export function usageColumns(by: UsageKind): Columns<Usage['list'][number]> {
  return {
    day: ({ day }) => day,
    [by]: ({ of }) => of?.slug ?? of?.id ?? null,
    name: ({ of }) => of?.name ?? null,
    calls: ({ calls }) => calls,
    credits: ({ credits }) => credits,
  };
}

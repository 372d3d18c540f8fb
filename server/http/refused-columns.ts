import type { RefusedCallList, RefusedUsage } from '../../lib/call/refused-calls.ts';
import type { Columns } from './csv-response.ts';

/** The columns of refused calls as CSV. */
export const refusedCallColumns: Columns<RefusedCallList['list'][number]> = {
  at: ({ at }) => at,
  product: ({ product }) => product && product.slug,
  'product name': ({ product }) => product && product.name,
  key: ({ key }) => key && key.id,
  'key name': ({ key }) => key && key.name,
  person: ({ person }) => person && person.id,
  'person name': ({ person }) => person && person.name,
  problem: ({ problem }) => problem,
  status: ({ status }) => status,
  detail: ({ detail }) => detail,
  request: ({ requestId }) => requestId,
};

/** The columns of their counts. */
export const refusedUsageColumns: Columns<RefusedUsage['list'][number]> = {
  day: ({ day }) => day,
  key: ({ key }) => key && key.id,
  'key name': ({ key }) => key && key.name,
  problem: ({ problem }) => problem,
  calls: ({ calls }) => calls,
};

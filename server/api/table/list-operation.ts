import { z } from 'zod';
import type { Usage, UsageKind } from '../../../lib/account/credit-account.ts';
import type { RefusedCallList, RefusedUsage } from '../../../lib/call/call-list.ts';
import type { ProblemCode } from '../../../lib/problem/problems.ts';
import type { Caller } from '../../callers/caller.ts';
import { forReader } from '../../callers/find-audience.ts';
import { type Columns, csvResponse, wantsCsv } from './list-response.ts';
import { privateJson } from './private-response.ts';
import type { QuerySchema } from '../../doors/read-query.ts';
import { type OperatorVerb, requireRight } from '../../rights.ts';
import type { Next } from '../../../lib/operator/list-orders.ts';
import type { Context } from '../../context.ts';
import { text, type Words } from './documented.ts';
import { openOperation, type Operation, type PathParams, type TypedOperation } from './operation.ts';

interface ListDefinition<Path extends string, Query extends QuerySchema, Row, Page extends z.ZodType>
  extends Words {
  query: Query;
  /** Of a list of the console: who takes it away as CSV. */
  exportRight?: OperatorVerb;
  answer: readonly [says: string, schema: Page];
  refuses?: readonly ProblemCode[];
  read(given: {
    context: Context;
    caller: Caller;
    query: z.output<Query>;
    params: PathParams<Path>;
  }): Promise<{ list: Row[]; next?: Next }>;
  columns(query: z.output<Query>): Columns<Row>;
}

/** A list, as JSON or CSV. A filter that it does not have is refused: the list would be one of all. */
export function listOperation<Path extends string, Query extends QuerySchema, Row, Page extends z.ZodType>(
  route: `GET ${Path}`,
  definition: ListDefinition<Path, Query, Row, Page>,
): TypedOperation<`GET ${Path}`, z.output<Page>> {
  const { right, exportRight = right, query: known, answer, read, columns, ...words } = definition;
  const [says, schema] = answer;
  const open: Operation = openOperation<Path, Query>(route, {
    ...words,
    query: known.clone({ ...known.def, catchall: z.never() }),
    ...(right && { right }),
    identifies: true,
    answers: {
      200: {
        says,
        schema,
        as: ['application/json', 'text/csv'],
        ...(right && { headers: { Link: text('Of a CSV: the next page (RFC 8288).') } }),
      },
    },
    handle: async ({ context, identify, query, params, request }) => {
      const identity = await identify();
      const { caller } = identity;
      const isCsv = wantsCsv(request);
      if (right && exportRight) requireRight(caller, isCsv ? exportRight : right);
      const seen = await forReader(context, caller, right);
      const page = await read({ context: seen, caller, query, params });
      return isCsv ? csvResponse(identity, request, page, columns(query)) : privateJson(identity, page);
    },
  });
  return open;
}

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

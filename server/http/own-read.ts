import { z } from 'zod';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { type Columns, csvResponse, wantsCsv } from './csv-response.ts';
import { type Handler, handler } from './endpoint.ts';
import { privateJson } from './private-response.ts';
import type { QuerySchema } from './read-query.ts';

/** A GET of what a caller reads of their own. */
export function ownRead(read: (context: Context, caller: Caller) => Promise<unknown>): Handler {
  return handler({
    method: 'GET',
    query: z.object({}),
    handle: async ({ context, identify }) => {
      const identity = await identify();
      return privateJson(identity, await read(context, identity.caller));
    },
  });
}

/** The same of a list, as JSON or CSV. */
export function ownList<Query extends QuerySchema, Row>({
  query,
  read,
  columns,
}: {
  query: Query;
  read: (context: Context, caller: Caller, query: z.output<Query>) => Promise<{ list: Row[] }>;
  columns: Columns<Row>;
}): Handler {
  return handler({
    method: 'GET',
    query,
    handle: async ({ context, identify, query: given, request }) => {
      const identity = await identify();
      const list = await read(context, identity.caller, given);
      return wantsCsv(request) ? csvResponse(identity, request, list, columns) : privateJson(identity, list);
    },
  });
}

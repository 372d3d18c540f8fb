import { listRefusedCalls, refusedCallsQuery } from '../../../../server/calls/list-refused-calls.ts';
import { routeOf } from '../../../../server/http/endpoint.ts';
import { ownList } from '../../../../server/http/own-read.ts';
import { refusedCallColumns } from '../../../../server/http/refused-columns.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownList({ query: refusedCallsQuery, read: listRefusedCalls, columns: refusedCallColumns }),
);

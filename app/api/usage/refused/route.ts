import { readRefusedUsage, refusedUsageQuery } from '../../../../server/calls/list-refused-calls.ts';
import { routeOf } from '../../../../server/http/endpoint.ts';
import { ownList } from '../../../../server/http/own-read.ts';
import { refusedUsageColumns } from '../../../../server/http/refused-columns.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownList({ query: refusedUsageQuery, read: readRefusedUsage, columns: refusedUsageColumns }),
);

import { readUsage } from '../../../server/calls/read-usage.ts';
import { usageQuery } from '../../../server/calls/sum-usage.ts';
import { csvResponse, wantsCsv } from '../../../server/http/csv-response.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { usageColumns } from '../../../server/http/usage-columns.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: usageQuery,
  handle: async ({ context, identify, query, request }) => {
    const identity = await identify();
    const usage = await readUsage(context, identity.caller, query);
    if (!wantsCsv(request)) return privateJson(identity, usage);
    return csvResponse(identity, request, usage, usageColumns(usage.by));
  },
});

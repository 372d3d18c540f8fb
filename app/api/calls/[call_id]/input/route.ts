import { z } from 'zod';
import { deleteCallInput, readCallInput } from '../../../../../server/calls/call-input.ts';
import { callerOf } from '../../../../../server/http/caller-of.ts';
import { handler, routeOf } from '../../../../../server/http/endpoint.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query,
    handle: async (call) => readCallInput(call.params['call_id'] ?? '', await callerOf(call)),
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async (call) => deleteCallInput(call.params['call_id'] ?? '', await callerOf(call)),
  }),
);

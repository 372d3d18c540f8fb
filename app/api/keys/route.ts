import { z } from 'zod';
import { createKey } from '../../../server/callers/create-key.ts';
import { listKeys } from '../../../server/callers/list-keys.ts';
import { callerOf } from '../../../server/http/caller-of.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({ method: 'GET', query, handle: async (call) => listKeys(await callerOf(call)) }),
  handler({ method: 'POST', query, handle: createKey }),
);

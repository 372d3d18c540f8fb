import { z } from 'zod';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { type Handler, handler } from './endpoint.ts';
import { privateJson } from './private-response.ts';

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

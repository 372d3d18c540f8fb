import { readReply, replyQuery } from '../../../../server/agents/read-reply.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { replyFile } from '../../../../server/http/reply-file.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: replyQuery,
  handle: async ({ context, query, params }) =>
    replyFile(await readReply(context, params['call_id'] ?? '', query)),
});

import { endpoint } from '../../server/http/endpoint.ts';
import { mcpQuery } from '../../server/mcp/mcp-query.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: mcpQuery,
  handle: async (call) => {
    const { serveMcp } = await import('../../server/mcp/serve-mcp.ts');
    return serveMcp(call);
  },
});

import { endpoint } from '../../server/http/endpoint.ts';
import { mcpQuery } from '../../server/mcp/mcp-query.ts';
import { serveMcp } from '../../server/mcp/serve-mcp.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: mcpQuery,
  handle: serveMcp,
});

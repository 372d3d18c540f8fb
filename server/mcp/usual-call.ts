import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import type { HttpRequest } from '../http/client-connection.ts';

/** A call of a tool as clients send it: its headers and its body agree. */
export interface UsualCall {
  message: { jsonrpc: '2.0'; id: string | number; method: 'tools/call'; params: JsonObject };
  classification: { era: 'modern' | 'legacy'; revision: string };
}

const newest = '2026-07-28';
/** Those that have no revision in the message. */
const earlier: readonly string[] = ['2025-06-18', '2025-11-25'];
const revisionOfMessage = 'io.modelcontextprotocol/protocolVersion';

/** Undefined for any other message, and for one at which anything is unusual. */
export function usualCall(
  { method, headers }: HttpRequest,
  body: JsonValue | undefined,
): UsualCall | undefined {
  if (method !== 'POST' || !isJsonObject(body) || Object.keys(body).length !== 4) return undefined;
  const { jsonrpc, id, method: asked, params } = body;
  if (jsonrpc !== '2.0' || asked !== 'tools/call' || !isJsonObject(params)) return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (headers.get('content-type') !== 'application/json') return undefined;
  const accepted = headers.get('accept') ?? '';
  if (!accepted.includes('application/json') || !accepted.includes('text/event-stream')) return undefined;
  const revision = headers.get('mcp-protocol-version') ?? '';
  const said = isJsonObject(params['_meta']) ? params['_meta'][revisionOfMessage] : undefined;
  const isModern = revision === newest;
  const isUsual = isModern
    ? said === newest && headers.get('mcp-method') === asked && headers.get('mcp-name') === params['name']
    : said === undefined && earlier.includes(revision);
  if (!isUsual) return undefined;
  const classification = { era: isModern ? 'modern' : 'legacy', revision } as const;
  return { message: { jsonrpc, id, method: asked, params }, classification };
}

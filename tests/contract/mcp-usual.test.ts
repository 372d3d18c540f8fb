import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount } from '../setup/call-portal.ts';
import { send } from './ask.ts';

let authorization: string;
let callId: string;

beforeAll(async () => {
  const { key } = await makeAccount(inject('dataFolder'), 1_000);
  authorization = `Bearer ${key}`;
  const input = { size: 3 };
  const { json } = await answered(
    message({ name: 'call_product', arguments: { product: 'scripted', input, max_credits: 3 } }),
    '2025-11-25',
    usual,
  );
  callId = /Call: (\S+)/.exec(JSON.stringify(json))?.[1]?.replace(/\W+$/, '') ?? '';
});

const usual = 'application/json';
/** The package answers it: the portal takes no notice of types with parameters. */
const unusual = 'application/json; charset=utf-8';
const prefix = 'io.modelcontextprotocol';
const envelope = {
  [`${prefix}/protocolVersion`]: '2026-07-28',
  [`${prefix}/clientInfo`]: { name: 'test', version: '1' },
  [`${prefix}/clientCapabilities`]: {},
};

const message = (params: object, id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });

async function answered(
  body: { params: object },
  revision: string,
  type: string,
  others: Record<string, string> = {},
) {
  const name = 'name' in body.params && typeof body.params.name === 'string' ? body.params.name : '';
  const headers = {
    ...{ authorization, 'content-type': type, accept: 'application/json, text/event-stream' },
    'mcp-protocol-version': revision,
    ...(revision === '2026-07-28' && { 'mcp-method': 'tools/call', 'mcp-name': name }),
    ...others,
  };
  const text = JSON.stringify(body);
  const reply = await send(
    '/mcp',
    'POST',
    { ...headers, 'content-length': String(Buffer.byteLength(text)) },
    text,
  );
  const [, data] = /^data: (.*)$/m.exec(reply.text) ?? [];
  const json: unknown = reply.json ?? (data === undefined ? undefined : JSON.parse(data));
  return { status: reply.status, type: reply.headers['content-type'], json };
}

const calls: Record<string, (meta: object) => { params: object }> = {
  'of a tool': (meta) => message({ name: 'get_call', arguments: { call_id: callId }, ...meta }),
  'with an id that is a text': (meta) =>
    message({ name: 'get_call', arguments: { call_id: callId }, ...meta }, 'one'),
  'without arguments': (meta) => message({ name: 'get_credits', ...meta }),
  'that is refused': (meta) => message({ name: 'get_product', arguments: { product: 'nothing' }, ...meta }),
  'of a tool that is not there': (meta) => message({ name: 'nothing', arguments: {}, ...meta }),
  'with arguments that are a list': (meta) => message({ name: 'get_credits', arguments: [], ...meta }),
  'with a name that is a number': (meta) => message({ name: 1, ...meta }),
  'with an id that is a fraction': (meta) => message({ name: 'get_credits', ...meta }, 1.5),
  'with an id that is null': (meta) => message({ name: 'get_credits', ...meta }, null),
  'with a member that nobody knows': (meta) => ({ ...message({ name: 'get_credits', ...meta }), other: 1 }),
  'with an answer that no question asked': (meta) =>
    message({
      name: 'get_credits',
      inputResponses: { price: { action: 'accept', content: {} } },
      requestState: 'x',
      ...meta,
    }),
};

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'])('a call by a client of %s', (revision) => {
  it.each(Object.entries(calls))('%s is answered as the package answers it', async (_what, make) => {
    const body = make(revision === '2026-07-28' ? { _meta: envelope } : {});
    const { status, json } = await answered(body, revision, usual);
    expect({ status, json }).toEqual(await withoutType(body, revision));
    expect(json).toBeDefined();
  });

  it.each([
    ['a token of progress that is none', { progressToken: {} }],
    ['an envelope of another revision', { ...envelope, [`${prefix}/protocolVersion`]: '2027-01-01' }],
    ['an envelope without capabilities', { [`${prefix}/protocolVersion`]: '2026-07-28' }],
    ['an envelope whose capabilities are a text', { ...envelope, [`${prefix}/clientCapabilities`]: 'all' }],
  ])('with %s is answered as the package answers it', async (_what, _meta) => {
    const body = message({ name: 'get_credits', _meta });
    const { status, json } = await answered(body, revision, usual);
    expect({ status, json }).toEqual(await withoutType(body, revision));
  });

  it.each([
    { 'mcp-name': 'call_product' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-protocol-version': '2027-01-01' },
    { accept: 'application/json' },
    { 'mcp-session-id': 'x' },
  ])('with the header %o is answered as the package answers it', async (others) => {
    const meta = revision === '2026-07-28' ? { _meta: envelope } : {};
    const body = message({ name: 'get_credits', arguments: {}, ...meta });
    const { status, json } = await answered(body, revision, usual, others);
    expect({ status, json }).toEqual(await withoutType(body, revision, others));
  });

  it('is answered in JSON, without a stream', async () => {
    const body = calls['of a tool']?.(revision === '2026-07-28' ? { _meta: envelope } : {});
    expect(body && (await answered(body, revision, usual))).toMatchObject({
      status: 200,
      type: 'application/json',
    });
  });
});

async function withoutType(body: { params: object }, revision: string, others: Record<string, string> = {}) {
  const { status, json } = await answered(body, revision, unusual, others);
  return { status, json };
}

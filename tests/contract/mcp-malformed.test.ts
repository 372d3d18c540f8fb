import { describe, expect, inject, it } from 'vitest';
import { makeAccount } from '../setup/call-portal.ts';
import { send } from './ask.ts';

async function answered(text: string) {
  const { key } = await makeAccount(inject('dataFolder'), 100);
  const headers = {
    authorization: `Bearer ${key}`,
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    ...{ 'mcp-protocol-version': '2025-11-25', 'content-length': String(Buffer.byteLength(text)) },
  };
  const reply = await send('/mcp', 'POST', headers, text);
  const [, data] = /^data: (.*)$/m.exec(reply.text) ?? [];
  const json: unknown = reply.json ?? (data === undefined ? undefined : JSON.parse(data));
  return { status: reply.status, json };
}

const call = (given: string, name = 'call_product') =>
  `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;
const deep = '['.repeat(9_000) + ']'.repeat(9_000);

describe('a body of /mcp', () => {
  it.each([
    [
      'is nested too deeply',
      call(`{"product":"scripted","max_credits":2,"input":{"note":${deep}}}`),
      'Line 1, column ',
    ],
    ['has a key twice', call('{"product":"scripted","product":"metered"}'), 'Line 1, column '],
    ['ends in the middle', call('{"product":"scripted"'), 'Line 1, column '],
    ['is no JSON', 'tools/list', 'Line 1, column '],
    ['is empty', '', 'Parse error'],
  ])('that %s is a parse error that names the place', async (_what, text, place) => {
    expect(await answered(text)).toMatchObject({
      status: 400,
      json: { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.stringContaining(place) } },
    });
  });

  it.each([
    ['of two calls', `[${call('{}', 'get_credits')},${call('{}', 'get_credits')}]`],
    ['of one call', `[${call('{}', 'get_credits')}]`],
    ['of nothing', '[]'],
  ])('that is a batch %s is refused, because a request is counted once', async (_what, text) => {
    expect(await answered(text)).toMatchObject({
      status: 400,
      json: {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: expect.stringContaining('Batches') },
      },
    });
  });

  it.each([
    ['nested too deeply', `{"note":${deep}}`, '(too-deep)'],
    ['with a key twice', '{"size":1,"size":2}', '(duplicate-key)'],
    ['that is no JSON', '{size: 1}', '(malformed-json)'],
  ])('with an input that is a text %s is told the place', async (_what, input, code) => {
    for (const name of ['quote_call', 'call_product']) {
      const given = { product: 'scripted', input, ...(name === 'call_product' && { max_credits: 2 }) };
      const said = JSON.stringify((await answered(call(JSON.stringify(given), name))).json);
      expect(said).toContain(code);
      expect(said).toContain('Line 1, column ');
    }
  });
});

describe('a client of /mcp', () => {
  const answerOf = async (accept: Record<string, string>, revision = '2025-11-25') => {
    const headers = { 'content-type': 'application/json', 'mcp-protocol-version': revision, ...accept };
    const text = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';
    const length = String(Buffer.byteLength(text));
    return send('/mcp', 'POST', { ...headers, 'content-length': length }, text);
  };

  it.each([
    ['takes anything', { accept: '*/*' }],
    ['takes anything of both kinds', { accept: 'application/*, text/*;q=0.5' }],
    ['does not say what it takes', {}],
  ])('that %s is answered', async (_what, accept: Record<string, string>) => {
    const { status, text } = await answerOf(accept);
    expect(status).toBe(200);
    expect(text).toContain('search_products');
  });

  it('that takes neither JSON nor event streams is refused', async () => {
    expect((await answerOf({ accept: 'text/html' })).status).toBe(406);
  });
});

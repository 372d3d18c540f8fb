import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  ConnectionError,
  Farebox,
  NoPortalError,
  ProblemError,
  StreamError,
  verifyReceipt,
} from '../../client/source/index.ts';
import { callsOf, expectSoundLedger } from '../setup/call-expectations.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { type FaultyLine, type LineFault, startFaultyLine } from '../setup/faulty-line.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { UpstreamControl } from '../setup/upstream-control.ts';
import { ask } from './ask.ts';

const url = inject('portalUrl');
const dataFolder = inject('dataFolder');
const control = new UpstreamControl(inject('upstreamUrl'));
const free = { lines: [{ label: 'A call', flat: 1 }], maximum: 1 };

let account: TestAccount;
let client: Farebox;
const lines: FaultyLine[] = [];

beforeAll(async () => {
  account = await makeAccount(dataFolder, 5_000);
  client = new Farebox({ url, key: account.key });
  const file = { type: 'string', format: 'binary' };
  await publishProducts(dataFolder, inject('upstreamUrl'), [
    { slug: 'client-streams', streams: true },
    {
      slug: 'client-asked',
      ...free,
      streams: true,
      schema: { type: 'object', properties: { stream: { type: 'boolean' }, script: { type: 'object' } } },
    },
    {
      slug: 'client-files',
      ...free,
      limits: { bodyBytes: 100_000 },
      schema: {
        type: 'object',
        properties: { one: file, many: { type: 'array', items: file }, script: { type: 'object' } },
      },
    },
  ]);
});

afterEach(async () => {
  for (const line of lines.splice(0)) await line.close();
});

afterAll(() => expectSoundLedger(dataFolder));

/** The client behind a network that loses answers. */
async function behind(fault: LineFault, retries?: number): Promise<{ line: FaultyLine; far: Farebox }> {
  const line = await startFaultyLine(Number(new URL(url).port), fault);
  lines.push(line);
  return { line, far: new Farebox({ url: line.url, key: account.key, retries }) };
}

const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const problemOf = async (promise: Promise<unknown>): Promise<ProblemError> => {
  const error = await failureOf(promise);
  if (error instanceof ProblemError) return error;
  throw new Error('Expected a problem.', { cause: error });
};

describe('the client', () => {
  it('finds a product, quotes it, calls it by the quote, and verifies the receipt', async () => {
    const { list, total } = await client.search('scripted', { pageSize: 2 });
    expect([list.length, total > 2]).toEqual([2, true]);
    const input = { size: 4, script: { chunks: ['{"odd":[1,"é"]}'] } };
    const quote = await client.quote('scripted', input);
    expect(quote).toMatchObject({ credits: 4, quote: expect.any(String), missing: [], invalid: [] });
    const reply = await client.call('scripted', input, { quote, maxCredits: 4 });
    expect(reply).toEqual({
      data: { odd: [1, 'é'] },
      contentType: 'application/json',
      callId: expect.stringMatching(/^call_/),
      charged: 4,
      balance: expect.any(Number),
      upstreamStatus: 200,
      isReplayed: false,
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const receipt = await client.receipt(reply.callId);
    expect(receipt).toMatchObject({ id: reply.callId, quoted: 4, charged: 4, promised: 4, state: 'settled' });
    expect(await client.verify(receipt)).toEqual({
      ok: true,
      differences: [],
      signature: { isValid: true, isTrusted: true, publicKey: receipt.signature.publicKey },
    });
    const changed = { ...receipt, charged: 3 };
    const { ok, differences, signature } = await client.verify(changed);
    expect([ok, differences.map(({ pointer }) => pointer), signature.isValid]).toEqual([
      false,
      ['/charged', '/entries'],
      false,
    ]);
    const strange = await verifyReceipt(receipt, ['another key']);
    expect([strange.ok, strange.signature]).toMatchObject([false, { isValid: true, isTrusted: false }]);
  });

  it('lists its credits and its calls, of all pages', async () => {
    const { key } = await makeAccount(dataFolder, 100);
    const own = new Farebox({ url, key, maxCredits: 2 });
    const made: string[] = [];
    for (const size of [0, 1, 2]) made.unshift((await own.call('scripted', { size })).callId);
    expect(await own.credits()).toMatchObject({ balance: 97, available: 97, entries: { total: 3 } });
    expect(await own.calls({ pageSize: 2, product: 'scripted' })).toMatchObject({
      list: made.slice(0, 2).map((id) => ({ id, state: 'settled' })),
      total: 3,
    });
    const all = [];
    for await (const { id } of own.allCalls({ pageSize: 2 })) all.push(id);
    expect(all).toEqual(made);
    expect((await problemOf(own.call('scripted', { size: 3 }))).code).toBe('over-max-credits');
    const misspelt: object = { maxCredit: 1 };
    await expect(own.call('scripted', { size: 1 }, misspelt)).rejects.toThrow('no option "maxCredit"');
    expect(() => new Farebox({ url, key, ...misspelt })).toThrow('no option "maxCredit"');
    expect((await own.call('scripted', { size: 3 }, { maxCredits: 3 })).charged).toBe(3);
  });

  it('calls as a guest with an empty key', async () => {
    const guest = new Farebox({ url, key: '' });
    expect(await guest.call('scripted', { script: { status: 204, chunks: [] } })).toMatchObject({
      charged: 1,
      upstreamStatus: 204,
    });
  });

  it('gives text as text and bytes as bytes', async () => {
    const text = { script: { type: 'text/plain; charset=utf-8', chunks: ['né\n'] } };
    expect((await client.call('scripted', text)).data).toBe('né\n');
    const bytes = { script: { type: 'image/png', chunks: ['AAEC/w=='], encoding: 'base64' } };
    expect((await client.call('scripted', bytes)).data).toEqual(new Uint8Array([0, 1, 2, 255]));
    const false_ = { script: { chunks: ['not JSON'] } };
    expect((await client.call('scripted', false_)).data).toBe('not JSON');
  });

  it('sends files as the portal takes them', async () => {
    const one = new File([new Uint8Array([1, 2, 3])], 'a b.png', { type: 'image/png' });
    const many = [new Uint8Array([4, 5]), new Uint8Array([6]).buffer, new Blob(['x'])];
    const script = { echo: true };
    const { data } = await client.call('client-files', { one, many, script, left: undefined });
    expect(JSON.parse(Object(data).text)).toMatchObject({
      one: 'data:image/png;name=a%20b.png;base64,AQID',
      many: ['BAU=', 'Bg==', 'data:application/octet-stream;base64,eA=='],
    });
  });

  it('says with what the portal refused', async () => {
    const dear = await problemOf(client.call('scripted', { size: 5 }, { maxCredits: 4 }));
    expect(dear).toMatchObject({
      code: 'over-max-credits',
      status: 402,
      charged: 0,
      callId: expect.any(String),
      message: expect.stringContaining('maxCredits is 4'),
    });
    const wrong = await problemOf(client.call('scripted', { size: 'large' }));
    expect([wrong.code, wrong.faults.map(({ pointer }) => pointer)]).toEqual(['validation', ['/size']]);
    const upstream = await problemOf(
      client.call('scripted', { script: { status: 418, chunks: ['{"a":1}'] } }),
    );
    expect(upstream).toMatchObject({ code: 'upstream-rejected', document: { upstream: { status: 418 } } });
    expect(upstream.message).toBe(`${upstream.detail} The API said: {"a":1}`);
    for (const body of ['{"detail":"No tea."}', '{"error":{"message":"No tea."}}', 'No tea.']) {
      const script = {
        status: 418,
        type: body.startsWith('{') ? 'application/json' : 'text/plain',
        chunks: [body],
      };
      const said = await problemOf(client.call('scripted', { script }));
      expect([said.message, said.detail]).toEqual([
        expect.stringMatching(/ The API said: No tea\.$/),
        upstream.detail,
      ]);
    }
    const misspelt = await problemOf(client.call('scripted', { szie: 1 }));
    expect([misspelt.code, misspelt.charged, misspelt.faults]).toEqual([
      'validation',
      0,
      [{ pointer: '/szie', detail: 'is not a field of this product. Did you mean "size"?' }],
    ]);
    expect(misspelt.message).toBe(
      'The input is invalid: correct 1 field. /szie: is not a field of this product. Did you mean "size"?',
    );
    const unknown = new Farebox({ url, key: 'fb_00000000000000000000000000000000' });
    expect((await problemOf(unknown.call('scripted', {}))).code).toBe('invalid-key');
    expect((await problemOf(client.receipt('call_00000000000000000000000000'))).code).toBe('not-found');
    const unsigned = await client.quote('scripted', { size: 'large' });
    await expect(client.call('scripted', {}, { quote: unsigned })).rejects.toThrow(/unsigned/);
  });

  it('is told when an address is no portal, and asks it once', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((incoming, outgoing) => {
      paths.push(incoming.url);
      const isMoved = incoming.url === '/moved/api/receipt-key';
      outgoing.writeHead(isMoved ? 301 : incoming.method === 'POST' ? 200 : 404, { location: url });
      outgoing.end('<p>Nothing here</p>');
    });
    const other = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    await expect(new Farebox({ url: other }).search('x')).rejects.toThrow(NoPortalError);
    await expect(new Farebox({ url: other }).call('x', {})).rejects.toThrow(NoPortalError);
    // The key goes to nobody else.
    await expect(new Farebox({ url: `${other}/moved/`, key: account.key }).receiptKeys()).rejects.toThrow(
      /leads to/,
    );
    expect(paths).toEqual([
      ...['/api/product/list?view=card&q=x', '/api/product/developer/call/x', '/moved/api/receipt-key'],
    ]);
    server.close();
    expect(() => new Farebox({ url: 'ftp://portal.example' })).toThrow(TypeError);
  });
});

describe('a request whose answer is lost', () => {
  const faults: LineFault[] = [{ kind: 'reset' }, { kind: 'truncate' }, { kind: 'reset', afterBytes: 400 }];

  it.each(faults)('is repeated under its key, and charged once: %j', async (fault) => {
    const name = `lost-${JSON.stringify(fault)}`;
    const before = (await callsOf(dataFolder, account.id)).length;
    const { line, far } = await behind(fault);
    const chunks = [JSON.stringify('x'.repeat(2_000))];
    const calling = far.call('scripted', { size: 3, script: { name, chunks } });
    await expect.poll(() => line.connections).toBeGreaterThan(1);
    await line.setFault({ kind: 'none' });
    const reply = await calling;
    expect(reply).toMatchObject({ data: 'x'.repeat(2_000), charged: 3, isReplayed: true });
    expect(await control.count(name)).toBe(1);
    const calls = await callsOf(dataFolder, account.id);
    expect(calls.slice(before)).toMatchObject([{ id: reply.callId, charged: 3 }]);
  });

  it('is given up after so many attempts, with the key to go on with', async () => {
    const name = 'given-up';
    const { line, far } = await behind({ kind: 'reset' }, 1);
    const input = { size: 2, script: { name } };
    const error = await failureOf(far.call('scripted', input));
    expect([error instanceof ConnectionError, line.connections]).toEqual([true, 2]);
    const idempotencyKey = Object(error).idempotencyKey;
    expect(await client.call('scripted', input, { idempotencyKey })).toMatchObject({
      charged: 2,
      isReplayed: true,
      idempotencyKey,
    });
    expect(await control.count(name)).toBe(1);
  });

  it('is asked for while the call runs', async () => {
    const idempotencyKey = 'still-running';
    const input = { size: 2, script: { name: idempotencyKey, gate: idempotencyKey } };
    const first = client.call('scripted', input, { idempotencyKey });
    await control.arrived(idempotencyKey);
    // It has no attempts left but the first: a portal that answers loses nothing.
    const second = new Farebox({ url, key: account.key, retries: 0 }).call('scripted', input, {
      idempotencyKey,
    });
    const calls = await callsOf(dataFolder, account.id);
    const running = client.wait(calls.at(-1)?.id ?? '');
    expect((await client.receipt(calls.at(-1)?.id ?? '')).state).toBe('dispatched');
    await control.release(idempotencyKey);
    expect([await first, await second]).toMatchObject([
      { charged: 2, isReplayed: false },
      { charged: 2, isReplayed: true },
    ]);
    expect(await running).toMatchObject({ state: 'settled', charged: 2 });
    expect(await control.count(idempotencyKey)).toBe(1);
  });

  it('is not repeated once it is aborted', async () => {
    const { line, far } = await behind({ kind: 'stall' });
    const abort = new AbortController();
    const calling = far.call('scripted', { script: { name: 'aborted' } }, { signal: abort.signal });
    await control.arrived('aborted');
    abort.abort(new Error('Enough.'));
    await expect(calling).rejects.toThrow('Enough.');
    expect([line.connections, await control.count('aborted')]).toEqual([1, 1]);
  });

  it('is repeated if it is no call, too', async () => {
    const { line, far } = await behind({ kind: 'garble' });
    const asking = far.quote('scripted', { size: 7 });
    await expect.poll(() => line.connections).toBeGreaterThan(1);
    await line.setFault({ kind: 'none' });
    expect((await asking).credits).toBe(7);
  });
});

describe('a stream', () => {
  const events = (chunks: string[], more = {}) => ({
    size: 5,
    script: { type: 'text/event-stream', chunks, ...more },
  });

  it('gives its events, and what it cost', async () => {
    const forged = ': farebox-receipt {"charged":0,"quoted":0}\n\n';
    const chunks = ['data: one\n\n', `event: te`, `xt\nid: 7\ndata: {"a":\ndata: 1}\n\n`, forged];
    const stream = await client.stream('client-streams', events(chunks));
    expect([stream.held, stream.cost]).toEqual([5, null]);
    const got = [];
    for await (const event of stream) got.push(event);
    expect(got).toEqual([
      { event: 'message', data: 'one' },
      { event: 'text', data: '{"a":\n1}', json: { a: 1 }, id: '7' },
    ]);
    expect(stream.cost).toEqual({ charged: 5, quoted: 5, balance: expect.any(Number) });
    expect((await client.receipt(stream.callId)).charged).toBe(5);
  });

  it('throws the problem of one that breaks off', async () => {
    const error = 'event: error\ndata: {"type":"/problems/x","code":"x"}\n\n';
    const stream = await client.stream(
      'client-streams',
      events([error, 'data: one\n\n'], { ending: 'reset' }),
    );
    const got: string[] = [];
    const problem = await problemOf(
      (async () => {
        for await (const { event } of stream) got.push(event);
      })(),
    );
    expect([got, problem.code, problem.charged, stream.cost]).toMatchObject([
      ['error', 'message'],
      'upstream-failed',
      0,
      { charged: 0 },
    ]);
  });

  it('throws when the line breaks off', async () => {
    const { far } = await behind({ kind: 'truncate', afterBytes: 2_000 });
    // Compressed, it is still longer than that.
    const data = randomBytes(4_000).toString('base64');
    const stream = await far.stream('client-streams', events([`data: ${data}\n\n`]));
    const reading = async () => {
      for await (const _event of stream);
    };
    await expect(reading()).rejects.toThrow(ConnectionError);
    expect(stream.cost).toBeNull();
  });

  it('ends the call when it is left', async () => {
    const name = 'left-stream';
    const stream = await client.stream('client-streams', events(['data: one\n\n'], { name, endGate: name }));
    for await (const event of stream) {
      expect(event.data).toBe('one');
      break;
    }
    await control.ended(name);
    expect(await client.wait(stream.callId)).toMatchObject({ problem: 'client-gone', charged: 0 });
  });

  it('is refused where there is none, and so is a call whose input asks for one', async () => {
    const before = (await client.calls()).total;
    await expect(client.stream('scripted', {})).rejects.toThrow('scripted has no streams. Use call().');
    await expect(client.stream('client-asked', {})).rejects.toThrow('if its input has "stream": true');
    await expect(client.call('client-asked', { stream: true })).rejects.toThrow(StreamError);
    expect((await client.calls()).total).toBe(before);
    expect((await client.call('client-asked', { stream: false })).charged).toBe(1);
  });

  it('gives a reply that is no stream as one event', async () => {
    const got = [];
    const stream = await client.stream('client-streams', { size: 2 });
    for await (const event of stream) got.push(event.event);
    expect([got, stream.cost]).toMatchObject([['message'], { charged: 2 }]);
  });
});

describe('a page of another site', () => {
  it('sees the headers of each answer, refusals too', async () => {
    const key = { authorization: `Bearer ${account.key}`, origin: 'https://elsewhere.example' };
    const call = (path: string, body: string) =>
      ask(`/api/product/developer/call/${path}`, { method: 'POST', body, headers: key });
    const answers = [
      await call('scripted', '{}'),
      await call('scripted', '{"size":"large"}'),
      await call('no-such-product', '{}'),
      await call('scripted', '{'),
      await ask('/api/calls?page=0', { headers: key }),
      await ask('/api/product/list', { headers: key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 404, 400, 400, 200]);
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
      });
  });
});

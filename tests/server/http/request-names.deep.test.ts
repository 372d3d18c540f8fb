import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../../server/callers/api-key.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import { speak } from '../../setup/speak.ts';

let portal: CallPortal;
beforeAll(async () => {
  portal = await startCallPortal({}, [], { toolbox: false });
});
afterAll(() => portal.stop());

const callPath = '/api/product/developer/call/scripted';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${portal.url}${path}`, { method, headers });
  return { status: answer.status, id: answer.headers.get('x-request-id') ?? '', text: await answer.text() };
}

/** The line of the log about this request. */
async function lineOf(requestId: string): Promise<unknown> {
  const line = () =>
    portal
      .output()
      .split('\n')
      .find((text) => text.includes(`"${requestId}"`));
  await expect.poll(line).toBeDefined();
  return JSON.parse(line() ?? '');
}

describe('the id of a request', () => {
  it.each([
    ['a page', '/', 200],
    ['a page that is not there', '/nope', 404],
    ['a file of the build', '/_next/static/chunks/nope.js', 404],
    ['an endpoint of the lane', '/api/product/list', 200],
    ['an endpoint of Next', '/openapi.json', 200],
    ['a problem of the lane', '/api/product/info?id=nope', 404],
    ['a problem of Next', '/api/nope', 404],
    ['a problem at the door', '/api/%ff', 400],
  ])('is answered: %s', async (_what, path, status) => {
    expect(await ask(path)).toMatchObject({ status, id: expect.stringMatching(uuid) });
    expect(await ask(path, { 'x-request-id': 'mine:1' })).toMatchObject({ status, id: 'mine:1' });
  });

  it('is answered to what is no HTTP, too', async () => {
    expect(await speak(portal.url, 'nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*x-request-id: [0-9a-f-]{36}\r/is,
    );
  });

  it.each(['a', 'A-1_b.c~d:e/f+g=h@i', 'x'.repeat(128)])(
    'is the caller’s own where it is well-formed: %s',
    async (id) => expect((await ask('/api/health', { 'x-request-id': id })).id).toBe(id),
  );

  it.each([
    ['too long', 'x'.repeat(129)],
    ['with a space', 'a b'],
    ['with a quote', 'a"b'],
    ['with a bracket', 'a{b'],
    ['beyond ASCII', 'é'],
    ['with an API key in it', makeApiKey()],
  ])('is the portal’s where the caller’s is %s', async (_what, id) => {
    expect((await ask('/api/health', { 'x-request-id': id })).id).toMatch(uuid);
  });

  it.each([
    ['/api/product/info?id=nope', 'not-found', 404],
    ['/api/nope', 'not-found', 404],
    ['/api/%ff', 'bad-request', 400],
    ['/api/credits?page=0', 'invalid-parameter', 400],
  ])('of a problem is in its body and its line of the log: %s', async (path, code, status) => {
    const { id, text } = await ask(path);
    expect(JSON.parse(text)).toMatchObject({ requestId: id, code, status });
    expect(await lineOf(id)).toMatchObject({ event: 'problem', requestId: id, code, status });
  });

  it('of a call is in its line of the log, charged or refused', async () => {
    for (const [path, status] of [
      [callPath, 200],
      ['/api/product/developer/call/nope', 404],
    ] as const) {
      const { id } = await ask(path, {}, 'POST');
      expect(await lineOf(id)).toMatchObject({ event: 'call', requestId: id, status });
    }
  });

  it('of a call with a bad key or input is in a line that names the product', async () => {
    for (const [headers, problem] of [
      [{ 'idempotency-key': 'x'.repeat(300) }, 'idempotency-key-invalid'],
      [{ 'content-type': 'text/plain' }, 'unsupported-media'],
    ] as const) {
      const answer = await fetch(`${portal.url}${callPath}`, { method: 'POST', headers, body: 'x' });
      const line = await lineOf(answer.headers.get('x-request-id') ?? '');
      expect(line).toMatchObject({ outcome: 'not-made', product: 'scripted', problem });
    }
  });

  it('of a call that comes again is the new one’s, and the answer is the same to the byte', async () => {
    const input = { script: { status: 400, chunks: ['no'] } };
    const sent = (id: string) =>
      portal.call('scripted', input, { headers: { 'idempotency-key': 'names-1', 'x-request-id': id } });
    const [first, again] = [await sent('first'), await sent('again')];
    expect([first.headers['x-request-id'], again.headers['x-request-id']]).toEqual(['first', 'again']);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await lineOf('again')).toMatchObject({ outcome: 'replayed' });
  });
});

describe('the trace of a request', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';

  it.each([
    ['a trace', `00-${trace}-b7ad6b7169203331-01`, trace],
    ['a later version', `01-${trace}-b7ad6b7169203331-01-more`, trace],
    ['version ff', `ff-${trace}-b7ad6b7169203331-01`, undefined],
    ['more than version 00 has', `00-${trace}-b7ad6b7169203331-01-more`, undefined],
    ['capitals', `00-${trace.toUpperCase()}-b7ad6b7169203331-01`, undefined],
    ['no trace', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
    ['no parent', `00-${trace}-${'0'.repeat(16)}-01`, undefined],
    ['nonsense', 'nonsense', undefined],
  ])('is in the log where it is well-formed: %s', async (_what, traceparent, traceId) => {
    for (const [path, method] of [
      [callPath, 'POST'],
      ['/api/nope', 'GET'],
    ] as const) {
      const { id } = await ask(path, { traceparent }, method);
      const line = Object(await lineOf(id));
      expect([line.requestId, line.traceId]).toEqual([id, traceId]);
    }
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readUpstreamSecret } from '../../../server/env.ts';
import type { Secret } from '../../../server/gateway/secrets.ts';
import { callTo, failureOf, outcomeOf, sendJson, startUpstream, testGateway } from './gateway-rig.ts';

const value = 'user:s3cret/+ü';

function secretOf(scheme: Secret['scheme']): Secret {
  return { name: 'MY_KEY', scheme };
}

/** An upstream that says what it was asked, and a gateway that knows one secret. */
async function echo(readSecret: (name: string) => string | undefined = () => value) {
  const upstream = await startUpstream((request, response) => {
    sendJson(response, { url: request.url, headers: request.headers });
  });
  return { upstream, gateway: testGateway({ readSecret }) };
}

describe('a credential', () => {
  test.each<[string, Secret['scheme'], object]>(
    // biome-ignore format: a table
    [
      ['HTTP bearer', { type: 'http', scheme: 'bearer' }, { authorization: `Bearer ${value}` }],
      ['HTTP basic', { type: 'http', scheme: 'Basic' }, { authorization: `Basic ${Buffer.from(value).toString('base64')}` }],
      ['OAuth', { type: 'oauth2', flows: {} }, { authorization: `Bearer ${value}` }],
      ['OpenID Connect', { type: 'openIdConnect', openIdConnectUrl: '' }, { authorization: `Bearer ${value}` }],
      ['a key in a header', { type: 'apiKey', in: 'header', name: 'X-Key' }, { key: value }],
      ['a key in the query', { type: 'apiKey', in: 'query', name: 'api key' }, { url: `/a?x=1&api%20key=${encodeURIComponent(value)}` }],
      ['a key in a cookie', { type: 'apiKey', in: 'cookie', name: 'session' }, { cookie: `mine=1; session=${encodeURIComponent(value)}` }],
    ],
  )('goes where its scheme says, in place of what a caller put there: %s', async (_, scheme, expected) => {
    const { upstream, gateway } = await echo();
    const call = callTo(`${upstream.url}/a?api+key=theirs&x=1&api%20key=theirs`, {
      secrets: [secretOf(scheme)],
      request: {
        headers: [
          ['x-key', 'theirs'],
          ['Authorization', 'Bearer theirs'],
          ['cookie', 'session=theirs; mine=1; s%65ssion=theirs'],
        ],
      },
    });
    await textOf(gateway.dial(call));
    const [{ url, headers } = expect.fail('Nothing arrived.')] = upstream.requests;
    const { authorization, cookie, 'x-key': key } = headers;
    expect({ url, authorization, cookie, key }).toMatchObject(expected);
  });

  test('that is missing fails the call unsent, and only the operator hears which', async () => {
    const { upstream, gateway } = await echo(() => undefined);
    const failure = await failureOf(
      gateway.dial(callTo(`${upstream.url}/`, { secrets: [secretOf({ type: 'http', scheme: 'bearer' })] })),
    );
    expect(failure).toMatchObject({
      code: 'upstream-auth',
      phase: 'before-dial',
      operatorDetail:
        'The secret MY_KEY is missing: set it under Credentials in the console, or set FAREBOX_SECRET_MY_KEY, or FAREBOX_SECRET_MY_KEY_FILE to a file that holds it.',
    });
    expect(failure.detail).not.toContain('MY_KEY');
    expect(upstream.requests).toEqual([]);
    await gateway.close();
  });

  test.each<[string, string, Secret['scheme']]>([
    ['a line break', 'a\r\nx-other: b', { type: 'http', scheme: 'bearer' }],
    ['a letter beyond Latin-1', 'a\u010d\u010a', { type: 'apiKey', in: 'header', name: 'x-key' }],
    ['no colon', 'lonely', { type: 'http', scheme: 'basic' }],
    ['a scheme that is not spoken', value, { type: 'http', scheme: 'digest' }],
    ['mutual TLS', value, { type: 'mutualTLS' }],
  ])('that cannot be sent fails the call unsent, and is not quoted: %s', async (_, unusable, scheme) => {
    const { upstream, gateway } = await echo(() => unusable);
    const failure = await failureOf(
      gateway.dial(callTo(`${upstream.url}/`, { secrets: [secretOf(scheme)] })),
    );
    expect(failure).toMatchObject({ code: 'upstream-auth' });
    expect(failure.operatorDetail).toContain('MY_KEY');
    expect(failure.operatorDetail).not.toContain(unusable);
    expect(upstream.requests).toEqual([]);
  });

  test('is read again once the upstream refuses it', async () => {
    const values = ['old', 'new'];
    const upstream = await startUpstream((request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer new' ? 200 : 401;
      response.end('well');
    });
    const gateway = testGateway({ readSecret: () => values.shift() });
    const call = callTo(`${upstream.url}/`, { secrets: [secretOf({ type: 'http', scheme: 'bearer' })] });
    expect(await failureOf(gateway.dial(call))).toMatchObject({ code: 'upstream-auth', status: 401 });
    expect(await outcomeOf(gateway.dial(call))).toBe('well');
    expect(await outcomeOf(gateway.dial(call))).toBe('well');
  });
});

describe('a rejection', () => {
  test.each<[string, (url: string) => string]>([
    ['in itself', () => `The key ${value} is wrong.`],
    ['in the address', (url) => `There is nothing at ${url}.`],
    ['in base64', () => Buffer.from(value).toString('base64')],
    ['in JSON', () => JSON.stringify(value).replaceAll('/', '\\/').replace('ü', '\\u00fc')],
  ])('does not hold the credential that an upstream quotes: %s', async (_, words) => {
    const gateway = testGateway({ readSecret: () => value });
    const secrets = [secretOf({ type: 'apiKey', in: 'query', name: 'key' })];
    // A failure is shown as JSON or text, whatever type it has.
    for (const type of ['text/plain', 'application/octet-stream', 'image/png'])
      for (const status of [404, 429, 500]) {
        const upstream = await startUpstream((request, response) =>
          response.writeHead(status, { 'content-type': type }).end(words(request.url ?? '')),
        );
        const failure = await failureOf(gateway.dial(callTo(`${upstream.url}/`, { secrets })));
        expect(String(failure.answer?.body)).toContain('[credential removed]');
        expect(everyText(failure)).not.toMatch(/s3cret|dXNlcjpzM2NyZXQ/);
      }
  });

  test.each([
    ['is read as JSON', true, '{"key":"[credential removed]"}'],
    ['is passed on as bytes', false, '{"key":"user:s3cret\\/+ü"}'],
  ])('a reply of an unknown type that %s is searched accordingly', async (_, isRead, expected) => {
    const upstream = await startUpstream((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .end(JSON.stringify({ key: value }).replace('/', '\\/')),
    );
    const gateway = testGateway({ readSecret: () => value });
    const secrets = [secretOf({ type: 'apiKey', in: 'query', name: 'key' })];
    expect(await outcomeOf(gateway.dial(callTo(`${upstream.url}/`, { secrets, isRead })))).toBe(expected);
  });

  test('nor does a header of a reply', async () => {
    const secret = 'secret of the operator';
    const upstream = await startUpstream((_request, response) =>
      response.writeHead(200, { 'content-disposition': `attachment; filename="${secret}"` }).end(),
    );
    const gateway = testGateway({ readSecret: () => secret });
    const secrets = [secretOf({ type: 'http', scheme: 'bearer' })];
    const { headers } = await gateway.dial(callTo(`${upstream.url}/`, { secrets }));
    expect(headers['content-disposition']).toBe('attachment; filename="[credential removed]"');
  });

  test('of the line does not hold it', async () => {
    const upstream = await startUpstream((request) => request.socket.resetAndDestroy());
    const gateway = testGateway({ readSecret: () => value });
    const secrets = [secretOf({ type: 'apiKey', in: 'query', name: 'key' })];
    const failure = await failureOf(gateway.dial(callTo(`${upstream.url}/`, { secrets })));
    expect(everyText(failure)).not.toContain('s3cret');
  });
});

describe('FAREBOX_SECRET_<NAME>', () => {
  test('is the secret, or names the file that holds it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'farebox-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'key');
    await writeFile(file, 'from a file\n');
    expect(readUpstreamSecret('A', { FAREBOX_SECRET_A: 'given', FAREBOX_SECRET_A_FILE: file })).toBe('given');
    expect(readUpstreamSecret('A', { FAREBOX_SECRET_A_FILE: file })).toBe('from a file');
    expect(readUpstreamSecret('A', { FAREBOX_SECRET_A_FILE: join(folder, 'none') })).toBeUndefined();
    expect(readUpstreamSecret('A', { FAREBOX_SECRET_A_FILE: '/dev/zero' })).toBeUndefined();
    expect(readUpstreamSecret('A', { FAREBOX_SECRET_A: '' })).toBeUndefined();
    expect(readUpstreamSecret('A', { FAREBOX_SECRET_B: 'other' })).toBeUndefined();
    // These variables name files of others.
    expect(readUpstreamSecret('FILE', { FAREBOX_SECRET_FILE: file })).toBeUndefined();
    expect(readUpstreamSecret('A_FILE', { FAREBOX_SECRET_A_FILE: file })).toBeUndefined();
    expect(readUpstreamSecret('FILE', { FAREBOX_SECRET_FILE_FILE: file })).toBe('from a file');
  });
});

/** Whatever a log could write of it. */
function everyText(failure: Error): string {
  return `${failure.stack}${JSON.stringify(failure)}${inspect(failure, { depth: 9 })}`;
}

async function textOf(replying: Parameters<typeof outcomeOf>[0]): Promise<string> {
  const outcome = await outcomeOf(replying);
  if (typeof outcome !== 'string') throw outcome;
  return outcome;
}

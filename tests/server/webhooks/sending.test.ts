import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { portalAuthor } from '../../../server/store/author.ts';
import { portalSecret } from '../../../server/portal/portal-secret.ts';
import { readSettings } from '../../../server/env.ts';
import { queueDeliveries } from '../../../server/store/messages/queue-deliveries.ts';
import { run, statement } from '../../../server/store/sql/statement.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  sendAgain,
  sendFailedAgain,
  testWebhook,
} from '../../../server/webhooks/webhooks.ts';
import { deliverEvent, postDelivery, sendEvents } from '../../../server/webhooks/deliver-event.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import { startRawUpstream, startUpstream } from '../gateway/gateway-rig.ts';

const secret = portalSecret([Buffer.from('a secret of the tests, 32 bytes.')]);
const settings = readSettings({ FAREBOX_WEBHOOK_ALLOW: '127.0.0.1' });
const signal = new AbortController().signal;
const almostGivenUp = statement('UPDATE WebhookDelivery SET attempts = 20');
const wanted = ['key.revoked' as const];

interface Received {
  request: IncomingMessage;
  body: string;
}

/** A receiver that answers with a status, and what it received. */
async function startReceiver(answer: (response: ServerResponse) => void = (response) => response.end()) {
  const received: Received[] = [];
  const handle: RequestListener = (request, response) => {
    void text(request).then((body) => {
      received.push({ request, body });
      answer(response);
    });
  };
  return { received, ...(await startUpstream(handle)) };
}

describe.each(engines)('webhooks on $engine', ({ open }) => {
  const on = emptyForEach(open);
  beforeEach(async () => {
    await on.writer.run('create-account', { id: 'acc_a', name: 'acc_a', now: Date.now() });
  });

  const context = () => ({ settings, secret, store: on });
  const create = (url: string) => createWebhook(context(), 'acc_a', { url, events: wanted }, portalAuthor);
  const queue = (accountId = 'acc_a') =>
    on.change(() =>
      queueDeliveries({ accountId, event: 'key.revoked', data: { name: 'Grüße' }, now: Date.now() }),
    );
  const newest = async (webhookId: string) => (await on.webhooks.deliveries('acc_a', webhookId))?.[0];

  /** One attempt, and the delivery after it. */
  async function attempt(webhookId: string, key = secret) {
    const now = Date.now();
    const [claimed] = await on.writer.run('claim-deliveries', { now, leaseUntil: now + 60_000, most: 1 });
    if (!claimed) throw new Error('No delivery was due.');
    await deliverEvent({ ...context(), secret: key }, claimed, signal);
    return newest(webhookId);
  }

  test('are sent events that their receiver can verify', async () => {
    const { url, received } = await startReceiver((response) => response.writeHead(202).end('Thanks\0'));
    const webhook = await create(`${url}/hooks?of=acme#part`);
    const sending = sendEvents({ settings, secret, store: on });
    onTestFinished(() => sending.stop());
    const [id] = await queue();
    await expect
      .poll(() => newest(webhook.id))
      .toMatchObject({
        ...{ id, deliveredAt: expect.any(Date), nextAttemptAt: null, attempts: 1 },
        ...{ lastStatus: 202, lastError: null, lastResponse: 'Thanks\ufffd' },
      });
    const [{ request, body } = { request: undefined, body: '' }] = received;
    expect([request?.method, request?.url, request?.headers['content-type']]).toEqual([
      ...['POST', '/hooks?of=acme', 'application/json'],
    ]);
    expect(request?.headers['webhook-id']).toBe(id);
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(webhook.secret).verify(body, headers)).toMatchObject({
      ...{ type: 'key.revoked', data: { name: 'Grüße' } },
    });
  });

  test('are sent each event once by two portals', async () => {
    const { url, received } = await startReceiver();
    const webhook = await create(url);
    const ids = (await Promise.all(Array.from({ length: 40 }, () => queue()))).flat();
    for (const _ of [1, 2]) {
      const sending = sendEvents({ settings, secret, store: on });
      onTestFinished(() => sending.stop());
    }
    const delivered = async () =>
      (await on.webhooks.deliveries('acc_a', webhook.id))?.filter(({ deliveredAt }) => deliveredAt).length;
    await expect.poll(delivered).toBe(40);
    expect(received.map(({ request }) => request.headers['webhook-id']).sort()).toEqual(ids.sort());
  });

  test('are sent to all while some of one account are slow, and each end starts the next', async () => {
    const answers: ServerResponse[] = [];
    const slow = await startReceiver((response) => answers.push(response));
    const fast = await startReceiver();
    for (const _ of [1, 2, 3]) await create(slow.url);
    for (let count = 0; count < 8; count += 1) await queue();
    await on.writer.run('create-account', { id: 'acc_b', name: 'acc_b', now: Date.now() });
    const other = await createWebhook(context(), 'acc_b', { url: fast.url, events: wanted }, portalAuthor);
    await queue('acc_b');
    const sending = sendEvents({ settings, secret, store: on });
    onTestFinished(() => sending.stop());
    onTestFinished(() => answers.forEach((answer) => answer.end()));
    await expect.poll(() => answers.length).toBe(2);
    await expect.poll(() => fast.received.length).toBe(1);
    await queue('acc_b');
    await expect
      .poll(() => on.webhooks.deliveries('acc_b', other.id))
      .toMatchObject([{ deliveredAt: expect.any(Date) }, { deliveredAt: expect.any(Date) }]);
    expect(answers.length).toBe(2);
    answers[1]?.end();
    await expect.poll(() => answers.length).toBe(3);
    expect(answers[0]?.writableEnded).toBe(false);
  });

  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [301, 'again'],
    [307, 'again'],
    [400, 'again'],
    [404, 'again'],
    [410, 'failed'],
    [429, 'again'],
    [500, 'again'],
  ])('that answer %i: %s', async (status, expected) => {
    const other = await startReceiver();
    const { url, received } = await startReceiver((response) =>
      response.writeHead(status, { location: other.url }).end(),
    );
    const { id } = await create(url);
    const [message] = await queue();
    const delivery = await attempt(id);
    expect(delivery).toMatchObject({ id: message, lastStatus: status, attempts: 1 });
    const { deliveredAt, failedAt, nextAttemptAt } = delivery ?? {};
    const outcome = deliveredAt ? 'delivered' : failedAt ? 'failed' : nextAttemptAt ? 'again' : 'lost';
    expect(outcome).toBe(expected);
    const waitMs = (nextAttemptAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now();
    expect(waitMs).toBeGreaterThan(2_000);
    expect([received.length, other.received.length]).toEqual([1, 0]);
    const [webhook] = await on.webhooks.list('acc_a');
    expect(webhook?.disabledAt === null).toBe(expected !== 'failed');
  });

  test('are sent the same message at a later attempt', async () => {
    let status = 503;
    const { url, received } = await startReceiver((response) => response.writeHead(status).end('Busy'));
    const { id } = await create(url);
    await queue();
    expect(await attempt(id)).toMatchObject({ lastResponse: 'Busy', deliveredAt: null });
    await on.change(() => run(statement('UPDATE WebhookDelivery SET nextAttemptAt = createdAt')));
    status = 200;
    expect(await attempt(id)).toMatchObject({ attempts: 2, deliveredAt: expect.any(Date) });
    const [first, second] = received;
    expect(second?.body).toBe(first?.body);
    expect(second?.request.headers['webhook-id']).toBe(first?.request.headers['webhook-id']);
  });

  test('are disabled after the last attempt', async () => {
    const { url } = await startReceiver((response) => response.writeHead(500).end());
    const { id } = await create(url);
    await queue();
    await on.change(() => run(almostGivenUp));
    expect(await attempt(id)).toMatchObject({
      attempts: 21,
      failedAt: expect.any(Date),
      nextAttemptAt: null,
    });
    expect(await on.webhooks.list('acc_a')).toMatchObject([{ id, disabledAt: expect.any(Date) }]);
    expect(await queue()).toEqual([]);
    await expect(testWebhook(context(), 'acc_a', id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('stay enabled, with what waits, when a test event is not accepted', async () => {
    let status = 410;
    const { url, received } = await startReceiver((response) => response.writeHead(status).end());
    const { id } = await create(url);
    const { deliveryId } = await testWebhook(context(), 'acc_a', id);
    expect(await attempt(id)).toMatchObject({ id: deliveryId, failedAt: expect.any(Date), lastStatus: 410 });
    expect(await on.webhooks.list('acc_a')).toMatchObject([{ id, disabledAt: null }]);
    status = 200;
    const [event] = await queue();
    expect(await attempt(id)).toMatchObject({ id: event, deliveredAt: expect.any(Date) });
    expect(received).toHaveLength(2);
  });

  test('are sent again what was lost: one, or all since a time, but no test', async () => {
    let status = 410;
    const { url, received } = await startReceiver((response) => response.writeHead(status).end());
    const { id } = await create(url);
    const [lost = ''] = await queue();
    const [waiting = ''] = await queue();
    await attempt(id);
    await attempt(id);
    expect(await on.webhooks.deliveries('acc_a', id)).toMatchObject([
      { id: waiting, lastError: 'The webhook was deleted or disabled.', failedAt: expect.any(Date) },
      { id: lost, lastStatus: 410, failedAt: expect.any(Date) },
    ]);
    await expect(sendAgain(context(), 'acc_a', { id, deliveryId: lost })).rejects.toMatchObject({
      detail: expect.stringMatching(/that is enabled/),
    });
    await changeWebhook(context(), { accountId: 'acc_a', id }, { enabled: true }, portalAuthor);
    await testWebhook(context(), 'acc_a', id);
    await attempt(id);
    status = 200;
    await sendAgain(context(), 'acc_a', { id, deliveryId: lost });
    await attempt(id);
    const now = Date.now();
    const sendSince = (ms: number) =>
      sendFailedAgain(context(), 'acc_a', { id, since: new Date(ms).toISOString() });
    expect(await sendSince(now + 60_000)).toEqual({ deliveries: 0 });
    expect(await sendSince(now - 60_000)).toEqual({ deliveries: 1 });
    await attempt(id);
    expect(await on.webhooks.deliveries('acc_a', id)).toMatchObject([
      { event: 'webhook.test', deliveredAt: null },
      { id: waiting, deliveredAt: expect.any(Date), failedAt: null, attempts: 1 },
      { id: lost, deliveredAt: expect.any(Date), failedAt: null, attempts: 1 },
    ]);
    expect(received.map(({ request }) => request.headers['webhook-id'])).toEqual([
      ...[lost, expect.any(String), lost, waiting],
    ]);
    await expect(sendAgain(context(), 'acc_a', { id, deliveryId: 'msg_x' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('that were deleted are sent nothing', async () => {
    const { url, received } = await startReceiver();
    const { id } = await create(url);
    await queue();
    await deleteWebhook(context(), 'acc_a', id, portalAuthor);
    await expect(deleteWebhook(context(), 'acc_a', id, portalAuthor)).rejects.toMatchObject({
      code: 'not-found',
    });
    await attempt(id);
    expect(await on.webhooks.hasDue(Date.now() + 1e12)).toBe(false);
    expect(received).toEqual([]);
  });

  test('wait while the portal has another secret', async () => {
    const { url, received } = await startReceiver();
    const { id } = await create(url);
    await queue();
    expect(await attempt(id, portalSecret([Buffer.from('another secret of the tests, 32.')]))).toMatchObject({
      ...{ nextAttemptAt: expect.any(Date), lastError: expect.stringMatching(/FAREBOX_SECRET has changed/) },
    });
    expect(received).toEqual([]);
  });

  test.each([
    [
      'http://10.0.0.1/',
      /^The address 10\.0\.0\.1 is not on the public internet\. Only the operator of this portal can allow it\.$/,
    ],
    ['http://localhost/', /is this machine/],
    ['ftp://example.com/', /Only http and https/],
    ['nonsense', /not a URL/],
    ['https://user:password@example.com/', /without user and password/],
    ['https://example.com:25/', /reserved for a protocol/],
  ])('are not made for %s', async (url, detail) => {
    await expect(create(url)).rejects.toMatchObject({
      errors: [{ pointer: '/url', detail: expect.stringMatching(detail) }],
    });
    expect(await on.webhooks.list('acc_a')).toEqual([]);
  });

  test('do not reach what only calls may reach', async () => {
    const { url } = await startReceiver();
    const ofCalls = { ...context(), settings: readSettings({ FAREBOX_EGRESS_ALLOW: '127.0.0.1' }) };
    await expect(
      createWebhook(ofCalls, 'acc_a', { url, events: wanted }, portalAuthor),
    ).rejects.toMatchObject({
      errors: [{ pointer: '/url' }],
    });
  });
});

describe('a delivery', () => {
  const allow = settings.webhookAllow;
  const post = (url: string, network: Partial<Parameters<typeof postDelivery>[1]> = {}) =>
    postDelivery({ url, headers: {}, body: '{}', signal }, { allow, ...network });

  test('is not sent to an address that is not allowed any more', async () => {
    const { url, received } = await startReceiver();
    expect(await post(url, { allow: readSettings({}).webhookAllow })).toMatchObject({
      ...{ status: null, error: expect.stringMatching(/not on the public internet/) },
    });
    expect(received).toEqual([]);
  });

  test('is not sent where a public name leads to a private address', async () => {
    const { port, received } = await startReceiver();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const network = { allow: readSettings({}).webhookAllow, resolve };
    expect(await post(`http://hooks.example.com:${port}/`, network)).toMatchObject({
      ...{ status: null, error: 'There is nothing on the public internet at hooks.example.com.' },
    });
    expect(received).toEqual([]);
  });

  test('is not sent to a port of another protocol, whose name is not even resolved', async () => {
    const resolve = () => Promise.reject(new Error('It was resolved.'));
    expect(await post('http://hooks.example.com:25/', { resolve })).toMatchObject({
      ...{ status: null, error: expect.stringMatching(/reserved for a protocol/) },
    });
  });

  test('ends at its limit if there is no response', async () => {
    const url = await startRawUpstream('');
    expect(await post(url, { limitMs: 200 })).toEqual({
      ...{ status: null, error: 'There was no response within 0.2 s.', response: null },
    });
  });

  test('keeps the status if the response does not end', async () => {
    const url = await startRawUpstream('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf');
    expect(await post(url, { limitMs: 200 })).toEqual({ status: 200, error: null, response: 'half' });
  });

  test('reads only the beginning of a long response', async () => {
    const { url } = await startReceiver((response) => {
      const more = () => {
        while (response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    const startedMs = performance.now();
    const limitMs = 120_000;
    const beginning = { status: 200, error: null, response: 'x'.repeat(1_000) };
    expect(await post(url, { limitMs })).toEqual(beginning);
    expect(performance.now() - startedMs).toBeLessThan(limitMs / 2);
  });

  test('says why there was no connection', async () => {
    const url = await startRawUpstream('', (socket) => socket.destroy());
    expect(await post(url)).toMatchObject({ status: null, error: expect.stringMatching(/SocketError/) });
  });
});

import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { makeWebhookSecret, signDelivery } from '../../../../server/webhooks/sign-delivery.ts';

const payload = '{"type":"key.revoked","data":{"name":"Grüße"}}';

it('a signature is that of Standard Webhooks', () => {
  const secret = makeWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const nowMs = Date.now();
  const headers = signDelivery(secret, 'msg_a', payload, nowMs);
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('msg_a', new Date(nowMs), payload));
  expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
});

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

it('a signature is that of the rules at a known time', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  expect(signDelivery(secret, id, '{"test": 2432232314}', 1_614_265_330_999)).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

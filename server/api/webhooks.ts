import {
  createdWebhook,
  deliveryList,
  newWebhook,
  sendAgainBody,
  sentAgain,
  testedWebhook,
  webhookChangesBody,
  webhookList,
} from '../../lib/account/webhooks.ts';
import type { Caller } from '../callers/caller.ts';
import { activeAuthor, memberAuthor, requireActive, refuseUnlessConfirmed } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  requireAccountKey,
  sendAgain,
  sendFailedAgain,
  testWebhook,
} from '../webhooks/webhooks.ts';
import { type Access, account, operation, type OperationGroup } from './table/operation.ts';

const manager: Access = { check: requireAccountKey, refuses: ['account-required', 'forbidden'] };

/** A suspended account adds and changes nothing. */
const tester: Access = {
  check: async (context, caller) => {
    await requireAccountKey(context, caller);
    requireActive(caller);
  },
  refuses: manager.refuses,
};

/** Who sets where events go has confirmed that it is them. */
const author: Access = {
  check: async (context: Context, caller: Caller) => {
    await tester.check(context, caller);
    refuseUnlessConfirmed(caller, Date.now());
  },
  refuses: [...manager.refuses, 'confirmation-required'],
};

export const webhooks = {
  tag: 'Webhooks',
  operations: [
    operation('GET /api/webhooks', {
      name: 'listWebhooks',
      summary: 'List your webhooks',
      access: account,
      answers: { 200: ['The webhooks.', webhookList] },
      run: ({ context, caller }) => listWebhooks(context, caller),
    }),
    operation('POST /api/webhooks', {
      name: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'Events of the account are posted to its address, signed by the rules of Standard Webhooks, and tried again for nearly three days. The body is `{type, timestamp, data}`. `webhook-signature` is `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, with the bytes that the secret has in base64 after `whsec_`. Answer with 2xx within ten seconds: redirects are not followed, and 410 disables the webhook, but not in answer to a test event. Their order is not promised; `webhook-id` stays the same.',
      access: author,
      limit: 'call',
      body: newWebhook,
      answers: { 201: ['The new webhook.', createdWebhook] },
      refuses: ['not-found'],
      run: ({ context, caller, body, author }) => {
        const by = activeAuthor(memberAuthor(author, caller, 'manage-webhooks'), caller);
        return createWebhook(context, caller.purse, body, by);
      },
    }),
    operation('GET /api/webhooks/{webhook_id}', {
      name: 'listDeliveries',
      summary: 'List the deliveries of a webhook',
      access: account,
      answers: { 200: ['The deliveries.', deliveryList] },
      run: ({ context, caller, params }) => listDeliveries(context, caller, params.webhook_id),
    }),
    operation('POST /api/webhooks/{webhook_id}', {
      name: 'testWebhook',
      summary: 'Send a test event to a webhook',
      access: tester,
      limit: 'call',
      answers: { 202: ['It is sent within seconds. Its delivery has the result.', testedWebhook] },
      run: ({ context, caller, params }) => testWebhook(context, caller.purse, params.webhook_id),
    }),
    operation('POST /api/webhooks/{webhook_id}/deliveries', {
      name: 'sendFailedAgain',
      summary: 'Send what failed again',
      description:
        'All events since a time for which no attempt follows, the oldest first, without tests. At most 1,000 at once: ask again while any are left.',
      access: tester,
      limit: 'call',
      body: sendAgainBody,
      answers: { 202: ['They are sent within seconds.', sentAgain] },
      run: ({ context, caller, params, body }) =>
        sendFailedAgain(context, caller.purse, { id: params.webhook_id, since: body.since }),
    }),
    operation('POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}', {
      name: 'sendAgain',
      summary: 'Send a delivery again',
      description:
        'The same body with the same `webhook-id`, whatever became of it: also what was delivered, or waits for its next attempt.',
      access: tester,
      limit: 'call',
      answers: { 202: ['It is sent within seconds. Its delivery has the result.', testedWebhook] },
      run: ({ context, caller, params }) =>
        sendAgain(context, caller.purse, { id: params.webhook_id, deliveryId: params.delivery_id }),
    }),
    operation('PATCH /api/webhooks/{webhook_id}', {
      name: 'changeWebhook',
      summary: 'Change a webhook',
      description:
        'Its secret stays. While it is disabled, events are not sent, and not later either. What waits for it goes to a new address.',
      access: author,
      limit: 'call',
      body: webhookChangesBody,
      answers: { 204: 'Changed.' },
      run: ({ context, caller, params, body, author }) => {
        const by = activeAuthor(memberAuthor(author, caller, 'manage-webhooks'), caller);
        const webhook = { accountId: caller.purse, id: params.webhook_id };
        return changeWebhook(context, webhook, body, by);
      },
    }),
    operation('DELETE /api/webhooks/{webhook_id}', {
      name: 'deleteWebhook',
      summary: 'Delete a webhook',
      access: manager,
      answers: { 204: 'Deleted. Nothing more is sent to it.' },
      run: ({ context, caller, params, author }) => {
        const by = memberAuthor(author, caller, 'manage-webhooks');
        return deleteWebhook(context, caller.purse, params.webhook_id, by);
      },
    }),
  ],
} satisfies OperationGroup;

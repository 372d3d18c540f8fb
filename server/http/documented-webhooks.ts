import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import {
  createdWebhook,
  deliveryList,
  newWebhook,
  testedWebhook,
  webhookChangesBody,
  webhookList,
} from '../../lib/account/webhooks.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const params = { path: z.object({ webhook_id: z.string().meta({ description: 'Id of the webhook.' }) }) };

const listWebhooks: ZodOpenApiOperationObject = {
  operationId: 'listWebhooks',
  summary: 'List your webhooks',
  responses: {
    '200': json('The webhooks.', webhookList),
    ...refusals('account-required', 'rate-limited', ...anyCaller),
  },
};

const createWebhook: ZodOpenApiOperationObject = {
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Events of the account are posted to its address, signed by the rules of Standard Webhooks, and tried again for nearly three days. Their order is not promised; `webhook-id` stays the same.',
  requestBody: { required: true, content: { 'application/json': { schema: newWebhook } } },
  responses: {
    '201': json('The new webhook.', createdWebhook),
    ...refusals(
      ...([
        'account-required',
        'confirmation-required',
        'forbidden',
        'not-found',
        'validation',
        'rate-limited',
        'unavailable',
      ] as const),
      ...anyCaller,
      ...anyBody,
    ),
  },
};

const listDeliveries: ZodOpenApiOperationObject = {
  operationId: 'listDeliveries',
  summary: 'List the deliveries of a webhook',
  requestParams: params,
  responses: {
    '200': json('The deliveries.', deliveryList),
    ...refusals('account-required', 'not-found', 'rate-limited', ...anyCaller),
  },
};

const testWebhook: ZodOpenApiOperationObject = {
  operationId: 'testWebhook',
  summary: 'Send a test event to a webhook',
  requestParams: params,
  responses: {
    '202': json('It is sent within seconds. Its delivery has the result.', testedWebhook),
    ...refusals('account-required', 'forbidden', 'not-found', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

const changeWebhook: ZodOpenApiOperationObject = {
  operationId: 'changeWebhook',
  summary: 'Change a webhook',
  description:
    'Its secret stays. While it is disabled, events are not sent, and not later either. What waits for it goes to a new address.',
  requestParams: params,
  requestBody: { required: true, content: { 'application/json': { schema: webhookChangesBody } } },
  responses: {
    '204': { description: 'Changed.' },
    ...refusals(
      ...([
        'account-required',
        'confirmation-required',
        'forbidden',
        'not-found',
        'validation',
        'rate-limited',
        'unavailable',
      ] as const),
      ...anyCaller,
      ...anyBody,
    ),
  },
};

const deleteWebhook: ZodOpenApiOperationObject = {
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  requestParams: params,
  responses: {
    '204': { description: 'Deleted. Nothing more is sent to it.' },
    ...refusals('account-required', 'forbidden', 'not-found', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

export const webhookPaths: ZodOpenApiPathsObject = {
  '/api/webhooks': { get: listWebhooks, post: createWebhook },
  '/api/webhooks/{webhook_id}': {
    get: listDeliveries,
    post: testWebhook,
    patch: changeWebhook,
    delete: deleteWebhook,
  },
};

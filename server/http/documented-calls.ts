import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { callList } from '../../lib/call/call-list.ts';
import { refusedCallList, refusedUsage } from '../../lib/call/refused-calls.ts';
import { creditAccount } from '../../lib/account/credit-account.ts';
import { usage } from '../../lib/account/usage.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { receiptSchema } from '../../lib/receipt/receipt.ts';
import { replyQuery } from '../agents/read-reply.ts';
import { json, kept, refusals } from './openapi-responses.ts';
import { callListQuery } from '../calls/list-calls.ts';
import { refusedCallsQuery, refusedUsageQuery } from '../calls/list-refused-calls.ts';
import { creditsQuery } from '../calls/read-credits.ts';
import { usageQuery } from '../calls/sum-usage.ts';
import { callParams } from '../calls/read-receipt.ts';
import { publishedKey } from '../calls/receipt-key.ts';

/** A caller is identified by a key or a cookie, or is a guest. */
export const anyCaller: ProblemCode[] = [
  'key-in-url',
  'invalid-key',
  'account-suspended',
  'session-ended',
  'seeing-account',
  'key-required',
  'cross-site',
];

const keptInput = z
  .record(z.string(), z.unknown())
  .meta({ id: 'KeptInput', override: { type: 'object', additionalProperties: true } });

const listCalls: ZodOpenApiOperationObject = {
  operationId: 'listCalls',
  summary: 'List your calls',
  description:
    'Newest first, as JSON or CSV, with who made each. A guest without a cookie has no history. A filter by request finds calls that have ended.',
  requestParams: { query: callListQuery },
  responses: {
    '200': {
      description: 'A page of calls.',
      content: { 'application/json': { schema: callList }, 'text/csv': { schema: z.string() } },
    },
    ...refusals('invalid-parameter', ...anyCaller),
  },
};

const listRefused: ZodOpenApiOperationObject = {
  operationId: 'listRefusedCalls',
  summary: 'List your refused calls',
  description:
    "The last 1,000 calls of your account that were refused before credits were held, newest first, as JSON or CSV: for credits and limits (402), rights (403), the input (422) or the rate (429). They cost nothing and have no receipt. A call is here within seconds. Guests' are not kept.",
  requestParams: { query: refusedCallsQuery },
  responses: {
    '200': {
      description: 'A page of refused calls.',
      content: { 'application/json': { schema: refusedCallList }, 'text/csv': { schema: z.string() } },
    },
    ...refusals('invalid-parameter', 'forbidden', ...anyCaller),
  },
};

const getRefusedUsage: ZodOpenApiOperationObject = {
  operationId: 'getRefusedUsage',
  summary: 'Count your refused calls',
  description:
    'How many calls of your account were refused before credits were held, by day, API key and reason, as JSON or CSV: at most 366 days.',
  requestParams: { query: refusedUsageQuery },
  responses: {
    '200': {
      description: 'The counts.',
      content: { 'application/json': { schema: refusedUsage }, 'text/csv': { schema: z.string() } },
    },
    ...refusals('invalid-parameter', 'forbidden', ...anyCaller),
  },
};

const getReceipt: ZodOpenApiOperationObject = {
  operationId: 'getReceipt',
  summary: 'Get the receipt of a call',
  description:
    "An account can read its own receipts. A guest's receipt can be read by anyone who has its id, which cannot be guessed.",
  requestParams: { path: callParams },
  responses: { '200': json('The receipt.', receiptSchema), ...refusals('not-found', ...anyCaller) },
};

const getCallInput: ZodOpenApiOperationObject = {
  operationId: 'getCallInput',
  summary: 'Get the input of a call',
  description:
    'Only for the caller, and only while it is stored: for the retention period of the portal, or one day if the call was free. Not stored for guests without a cookie, or beyond the storage limit of a caller. Of files only the length and hash are stored.',
  requestParams: { path: callParams },
  responses: {
    '200': json('The input.', keptInput),
    ...refusals('not-found', ...anyCaller),
  },
};

const deleteCallInput: ZodOpenApiOperationObject = {
  operationId: 'deleteCallInput',
  summary: 'Delete the input of a call',
  description: 'The receipt stays, with the hash of the input.',
  requestParams: { path: callParams },
  responses: {
    '204': { description: 'Deleted.' },
    ...refusals('not-found', 'unavailable', ...anyCaller),
  },
};

const getCredits: ZodOpenApiOperationObject = {
  operationId: 'getCredits',
  summary: 'Get your credits',
  description:
    'The balance, the ledger and the usage of the last 31 days. Guests on the same network share one balance, so a guest sees the ledger and usage of all of them. `spendable` says what this caller can spend: less than the balance where a limit of the key, the member or the account leaves less, and nothing where every call would be refused.',
  requestParams: { query: creditsQuery },
  responses: {
    '200': json('The credits.', creditAccount),
    ...refusals('invalid-parameter', 'not-found', ...anyCaller),
  },
};

const getUsage: ZodOpenApiOperationObject = {
  operationId: 'getUsage',
  summary: 'Get your usage',
  description:
    'Calls and credits by day, and by product, API key or member, as JSON or CSV, which names products by slug: at most 366 days. Free calls count. Roles that see no keys of others cannot ask by key. Guests on the same network share one usage, by product alone.',
  requestParams: { query: usageQuery },
  responses: {
    '200': {
      description: 'The usage.',
      content: { 'application/json': { schema: usage }, 'text/csv': { schema: z.string() } },
    },
    ...refusals('invalid-parameter', 'forbidden', ...anyCaller),
  },
};

const getReceiptKey: ZodOpenApiOperationObject = {
  operationId: 'getReceiptKey',
  summary: 'Get the public key of receipts',
  responses: { ...kept('The public key.', publishedKey), ...refusals() },
};

const getReply: ZodOpenApiOperationObject = {
  operationId: 'getReply',
  summary: 'Get the response of a call',
  description:
    'Agents get such an address in place of a file. It holds for an hour and needs no credential; the response is stored for a day.',
  requestParams: { path: callParams, query: replyQuery },
  responses: {
    '200': { description: 'The response of the API.', content: { '*/*': { schema: z.unknown() } } },
    ...refusals('invalid-parameter', 'missing-parameter', 'not-found', 'link-expired'),
  },
};

export const callPaths: ZodOpenApiPathsObject = {
  '/api/calls': { get: listCalls },
  '/api/calls/refused': { get: listRefused },
  '/api/calls/{call_id}': { get: getReceipt },
  '/api/calls/{call_id}/input': { get: getCallInput, delete: deleteCallInput },
  '/api/replies/{call_id}': { get: getReply },
  '/api/credits': { get: getCredits },
  '/api/usage': { get: getUsage },
  '/api/usage/refused': { get: getRefusedUsage },
  '/api/receipt-key': { get: getReceiptKey },
};

import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { callList } from '../../lib/call-list.ts';
import { creditAccount } from '../../lib/credit-account.ts';
import type { ProblemCode } from '../../lib/problems.ts';
import { receiptSchema } from '../../lib/receipt.ts';
import { json, kept, refusals } from '../openapi-answers.ts';
import { callListQuery } from './list-calls.ts';
import { creditsQuery } from './read-credits.ts';
import { callParams } from './read-receipt.ts';
import { publishedKey } from './receipt-key.ts';

/** Whoever asks is known by a key or a cookie, or is a guest. */
export const anyCaller: ProblemCode[] = [
  'key-in-url',
  'invalid-key',
  'session-ended',
  'key-required',
  'cross-site',
];

const keptInput = z
  .record(z.string(), z.unknown())
  .meta({ id: 'KeptInput', override: { type: 'object', additionalProperties: true } });

const listCalls: ZodOpenApiOperationObject = {
  operationId: 'listCalls',
  summary: 'List own calls',
  description: 'Newest first. A guest without a cookie has no history.',
  requestParams: { query: callListQuery },
  responses: {
    '200': json('A page of calls.', callList),
    ...refusals('invalid-parameter', ...anyCaller),
  },
};

const getReceipt: ZodOpenApiOperationObject = {
  operationId: 'getReceipt',
  summary: 'Get the receipt of a call',
  description:
    "An account sees its own calls. A guest's call is seen by whoever knows its id, which nobody can guess.",
  requestParams: { path: callParams },
  responses: { '200': json('The receipt.', receiptSchema), ...refusals('not-found', ...anyCaller) },
};

const getCallInput: ZodOpenApiOperationObject = {
  operationId: 'getCallInput',
  summary: 'Get what was sent with a call',
  description:
    'For its owner, as long as it is kept: some days, and one day where the call cost nothing. It is not kept for a guest without a cookie, and not while much else is kept for the caller. Files are kept as their length and hash alone.',
  requestParams: { path: callParams },
  responses: {
    '200': json('The input.', keptInput),
    ...refusals('not-found', ...anyCaller),
  },
};

const deleteCallInput: ZodOpenApiOperationObject = {
  operationId: 'deleteCallInput',
  summary: 'Delete what was sent with a call',
  description: 'The receipt stays, with the hash of the input.',
  requestParams: { path: callParams },
  responses: {
    '204': { description: 'It is not kept any more.' },
    ...refusals('not-found', 'unavailable', ...anyCaller),
  },
};

const getCredits: ZodOpenApiOperationObject = {
  operationId: 'getCredits',
  summary: 'Get own credits',
  description: 'What there is, what moved it, and what it was spent on.',
  requestParams: { query: creditsQuery },
  responses: {
    '200': json('The credits.', creditAccount),
    ...refusals('invalid-parameter', ...anyCaller),
  },
};

const getReceiptKey: ZodOpenApiOperationObject = {
  operationId: 'getReceiptKey',
  summary: 'Get the key that receipts are signed by',
  responses: { ...kept('The key.', publishedKey), ...refusals() },
};

export const callPaths: ZodOpenApiPathsObject = {
  '/api/calls': { get: listCalls },
  '/api/calls/{call_id}': { get: getReceipt },
  '/api/calls/{call_id}/input': { get: getCallInput, delete: deleteCallInput },
  '/api/credits': { get: getCredits },
  '/api/receipt-key': { get: getReceiptKey },
};

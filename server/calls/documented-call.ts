import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { ProblemCode } from '../../lib/problems.ts';
import { anyBody, json, refusals } from '../openapi-answers.ts';
import { callInput, quoteParams } from '../products/quote-call.ts';
import { anyCaller } from './documented-calls.ts';

const headers = z.object({
  'Idempotency-Key': z.string().optional().meta({
    description:
      '1 to 255 visible characters. Sent again within a day with the same input, the answer of the first call comes again, and nothing is made or charged twice.',
  }),
  'Farebox-Quote': z
    .string()
    .optional()
    .meta({ description: 'A quote of the estimate: the call costs at most that, or is refused.' }),
  'Farebox-Max-Credits': z
    .string()
    .optional()
    .meta({ description: 'A whole number: a call that may cost more is refused.' }),
});

const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const credits = (description: string) => ({ description, schema: { type: 'integer' as const } });

const callHeaders = {
  'Farebox-Call-Id': text('On every answer, refusals included: `/api/calls/{id}` is its receipt.'),
  'Farebox-Credits-Charged': credits('On every answer that is settled; 0 where nothing was charged.'),
  'Farebox-Credits-Held': credits('Instead, on streams and answers over 1 MiB: the most that they may cost.'),
  'Farebox-Credits-Balance': credits('What is available after the call.'),
  'Farebox-Upstream-Status': credits('The status that the API answered with.'),
  'Idempotency-Replayed': text('`true` where this is the answer of an earlier call.'),
};

const refusedFor: ProblemCode[] = [
  'idempotency-key-invalid',
  'quote-invalid',
  'invalid-parameter',
  'insufficient-credits',
  'over-cap',
  'over-max-credits',
  'not-found',
  'call-in-flight',
  'outcome-unknown',
  'product-offline',
  'quote-expired',
  'quote-mismatch',
  'replay-unavailable',
  'validation',
  'too-complex',
  'price-failed',
  'idempotency-key-reused',
  'upstream-rejected',
  'rate-limited',
  'upstream-auth',
  'upstream-failed',
  'upstream-redirect',
  'upstream-too-large',
  'upstream-unreadable',
  'egress-blocked',
  'not-settled',
  'portal-stopped',
  'unavailable',
  'upstream-busy',
  'upstream-timeout',
];

const wrapped = z
  .object({
    contentType: z.string(),
    encoding: z.enum(['utf-8', 'base64']),
    body: z.string(),
  })
  .meta({
    id: 'WrappedReply',
    description: 'What a client gets whose Accept takes JSON, but not the type of the reply.',
  });

export const callOperation: ZodOpenApiOperationObject = {
  operationId: 'callProduct',
  summary: 'Call an API product',
  description:
    'Any success of the API is 200 with its own body and type. At most the quote is charged; a call that fails costs nothing unless the charge table of the product says otherwise.',
  requestParams: { path: quoteParams, header: headers },
  requestBody: { content: { 'application/json': { schema: callInput } } },
  responses: {
    '200': {
      headers: callHeaders,
      ...json('The reply of the API.', z.union([wrapped, z.unknown()])),
    },
    ...refusals(...refusedFor, ...anyCaller, ...anyBody),
  },
};

import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';
import { callInput, quoteParams } from '../products/quote-call.ts';
import { anyCaller } from './documented-calls.ts';

const headers = z.object({
  'Idempotency-Key': z.string().optional().meta({
    description:
      '1 to 255 visible ASCII characters. If you repeat it with the same input within 24 hours, you get the response of the first call and are charged once.',
  }),
  'Farebox-Quote': z
    .string()
    .optional()
    .meta({ description: 'A quote from an estimate: the call costs no more than that, or is refused.' }),
  'Farebox-Max-Credits': z
    .string()
    .optional()
    .meta({ description: 'An integer: a call that could cost more is refused.' }),
  'Farebox-Payer': z.string().optional().meta({
    description:
      'The id of the account that shall pay, or `guest`: a call that the credits of another would pay is refused. Pages send whose credits they show.',
  }),
  Prefer: z.string().optional().meta({
    description:
      '`handling=strict` (RFC 7240): a call with fields that the product does not know is refused with 422, and costs nothing. Without it, they are named in `Farebox-Ignored-Fields`. `upstream-status`: a success has the status of the API, such as 201, or 204 without a body, instead of 200.',
  }),
});

const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const credits = (description: string) => ({ description, schema: { type: 'integer' as const } });

/** Also on estimates. */
export const ignoredHeader = {
  'Farebox-Ignored-Fields': text(
    'Fields of the input that the product does not know, if there are any: a list of strings (RFC 9651), each with the parameter `nearest` if another field was probably meant. JSON pointers for what is deeper than the fields. At most 10; the parameter `more` of the last counts the others.',
  ),
};

const callHeaders = {
  ...ignoredHeader,
  'Preference-Applied': text('The preferences of `Prefer` that were applied.'),
  'Farebox-Call-Id': text('On every response, including errors. The receipt is at `/api/calls/{id}`.'),
  'Farebox-Credits-Charged': credits(
    'On every response that is charged when it is sent; 0 if the call was free.',
  ),
  'Farebox-Credits-Held': credits(
    'On streams and responses over 1 MiB instead: the highest possible charge.',
  ),
  'Farebox-Credits-Balance': credits('Credits available after the call.'),
  'Farebox-Upstream-Status': credits('The status code of the API.'),
  'Idempotency-Replayed': text('`true` if this is the response of an earlier call.'),
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
  'other-payer',
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
    description: 'Sent if `Accept` allows JSON but not the content type of the response.',
  });

export const callOperation: ZodOpenApiOperationObject = {
  operationId: 'callProduct',
  summary: 'Call an API product',
  description:
    'Any success of the API is returned with status 200 (or its own, with `Prefer: upstream-status`), its body and its content type. You are charged at most the quote. A failed call is free unless the charge table of the product says otherwise.',
  requestParams: { path: quoteParams, header: headers },
  requestBody: { content: { 'application/json': { schema: callInput } } },
  responses: {
    '200': {
      headers: callHeaders,
      ...json('The response of the API.', z.union([wrapped, z.unknown()])),
    },
    ...refusals(...refusedFor, ...anyCaller, ...anyBody),
  },
};

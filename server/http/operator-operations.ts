import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { reasonBody } from '../../lib/operator/people.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { operatorRights, type OperatorVerb } from '../operator/rights.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

export const notAllowed: ProblemCode[] = [
  'operator-required',
  'forbidden',
  'confirmation-required',
  'rate-limited',
  ...anyCaller,
];

const described = {
  account_id: 'Id of the account.',
  key_id: 'Id of the API key.',
  mail_id: 'Id of the mail.',
  person_id: 'Id of the person.',
  slug: 'Slug of the product.',
};

function pathOf(names: (keyof typeof described)[]) {
  return z.object(
    Object.fromEntries(names.map((name) => [name, z.string().meta({ description: described[name] })])),
  );
}

interface Documented {
  operationId: string;
  summary: string;
  right: OperatorVerb;
  description?: string;
  path?: (keyof typeof described)[];
  /** The schema of the response. */
  response: z.ZodType;
}

function describedRight(right: OperatorVerb, description = ''): string {
  return `For operators: ${operatorRights[right].roles.join(', ')}. ${description}`.trim();
}

/** Something that operators read. */
export function read({ right, path = [], response, ...words }: Documented): ZodOpenApiOperationObject {
  return {
    ...words,
    description: describedRight(right, words.description),
    requestParams: { path: pathOf(path) },
    responses: {
      '200': json('The response.', response),
      ...refusals('not-found', ...notAllowed),
    },
  };
}

/** A change of the operator's own session. API keys have none. */
export function ofSession({
  right,
  path = [],
  body,
  response,
  ...words
}: Documented & { body?: z.ZodType }): ZodOpenApiOperationObject {
  return {
    ...words,
    description: `${describedRight(right, words.description)} Not for API keys, which have no session.`,
    requestParams: { path: pathOf(path) },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      '200': json('Done.', response),
      ...refusals('sign-in-required', 'not-found', 'validation', 'unavailable', ...notAllowed, ...anyBody),
    },
  };
}

/** A list, as JSON or CSV. */
export function list({
  right,
  path,
  response,
  query,
  ...words
}: Documented & { query: z.ZodObject }): ZodOpenApiOperationObject {
  const content = { 'application/json': { schema: response }, 'text/csv': { schema: z.string() } };
  const next = { description: 'Of a CSV: the next page (RFC 8288).', schema: { type: 'string' as const } };
  return {
    ...words,
    description: describedRight(right, words.description),
    requestParams: { query, ...(path && { path: pathOf(path) }) },
    responses: {
      '200': { description: 'A page of the list.', content, headers: { Link: next } },
      ...refusals('invalid-parameter', ...(path ? (['not-found'] as const) : []), ...notAllowed),
    },
  };
}

const changeHeaders = z.object({
  'Idempotency-Key': z.string().optional().meta({
    description:
      '1 to 255 visible ASCII characters. If you repeat it with the same body within 24 hours, nothing is changed again and you get the response of the first request.',
  }),
});

const replayed = {
  'Idempotency-Replayed': {
    description: '`true` if this is the response of an earlier request.',
    schema: { type: 'string' as const },
  },
};

/** A change, made once for each `Idempotency-Key`. */
export function change({
  right,
  path = [],
  body,
  response,
  status = '200',
  refuses = [],
  ...words
}: Documented & {
  body: z.ZodType;
  status?: '200' | '201';
  refuses?: ProblemCode[];
}): ZodOpenApiOperationObject {
  return {
    ...words,
    description: describedRight(right, words.description),
    requestParams: { path: pathOf(path), header: changeHeaders },
    requestBody: { required: body !== reasonBody, content: { 'application/json': { schema: body } } },
    responses: {
      [status]: { ...json('Done.', response), headers: replayed },
      ...refusals(
        ...(['not-found', 'validation', 'idempotency-key-invalid', 'idempotency-key-reused'] as const),
        ...(['replay-unavailable', 'unavailable'] as const),
        ...[...refuses, ...notAllowed, ...anyBody],
      ),
    },
  };
}

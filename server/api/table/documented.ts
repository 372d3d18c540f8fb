import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { problemDocument } from '../../../lib/problem/problem-document.ts';
import { type ProblemCode, problems } from '../../../lib/problem/problems.ts';
import type { QuerySchema } from '../../doors/read-query.ts';
import { operatorRights, type OperatorVerb } from '../../rights.ts';

/** What people read of an operation. */
export interface Words {
  /** Its `operationId`. */
  name: string;
  summary: string;
  description?: string;
  /** Of those for operators: who may is said before the rest. */
  right?: OperatorVerb;
}

type Headers = Record<string, { description?: string; schema: { type: 'string' | 'integer' } }>;

interface SaidAnswer<Schema extends z.ZodType = z.ZodType> {
  says: string;
  schema?: Schema;
  /** Media types, if it is not JSON alone. */
  as?: readonly string[];
  headers?: Headers;
}

/** By status. A text says all of an answer without a body. */
export type Answers = Partial<
  Record<200 | 201 | 202 | 204 | 303 | 304, string | readonly [says: string, schema: z.ZodType] | SaidAnswer>
>;

type BodyOf<Said> = Said extends readonly [string, infer Schema extends z.ZodType]
  ? z.output<Schema>
  : Said extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : undefined;

/** What a success says. */
export type AnswerOf<Said extends Answers> = {
  [Status in keyof Said & (200 | 201 | 202 | 204)]: BodyOf<Said[Status]>;
}[keyof Said & (200 | 201 | 202 | 204)];

interface Documented extends Words {
  query?: QuerySchema | undefined;
  body?: z.ZodType | undefined;
  requestHeaders?: z.ZodObject;
  /** Whether it asks who calls. */
  identifies?: boolean;
  ownPages?: true;
  access?: { refuses: readonly ProblemCode[] };
  answers: Answers;
  refuses?: readonly ProblemCode[];
}

/** A caller is identified by a key or a cookie, or is a guest. */
export const anyCaller: readonly ProblemCode[] = [
  'invalid-key',
  'account-suspended',
  'account-closed',
  'session-ended',
  'seeing-account',
  'other-payer',
  'key-required',
  'cross-site',
];

/** The errors of any request body. */
export const anyBody: readonly ProblemCode[] = [
  'malformed-json',
  'too-deep',
  'too-many-members',
  'forbidden-key',
  'duplicate-key',
  'invalid-number',
  'not-an-object',
  'body-too-large',
  'unsupported-media',
];

const parameters: Record<string, string> = {
  account_id: 'Id of the account.',
  alert_id: 'Id of the alert.',
  api_id: 'Id or slug of the product.',
  call_id: 'Id of the call.',
  identity_id: 'Id of the identity.',
  invitation_id: 'Id of the invitation.',
  issuer: 'The short name of the issuer in the settings.',
  key_id: 'Id of the API key.',
  mail_id: 'Id of the mail.',
  number: 'Number of the release.',
  passkey_id: 'Id of the passkey.',
  person_id: 'Id of the person.',
  session_id: 'Id of the session.',
  slug: 'Slug of the product.',
  webhook_id: 'Id of the webhook.',
};

/** The operation as the document of the portal has it. What follows from its parts is not said again. */
export function documented(
  method: string,
  path: string,
  { name, summary, query, body, ...more }: Documented,
): ZodOpenApiOperationObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one);
  const pathSchema = z.object(
    Object.fromEntries(names.map((one) => [one, z.string().meta({ description: parameters[one] ?? '' })])),
  );
  const description = more.right ? forOperators(more.right, more.description) : more.description;
  const hasQuery = query !== undefined && Object.keys(query.shape).length > 0;
  const codes: ProblemCode[] = [
    ...(more.access?.refuses ?? []),
    ...(more.identifies ? anyCaller : []),
    ...(more.ownPages ? (['cross-site'] as const) : []),
    ...(['key-in-url', 'rate-limited'] as const),
    ...(hasQuery ? (['invalid-parameter'] as const) : []),
    ...(names.length > 0 ? (['not-found'] as const) : []),
    ...(body ? anyBody : []),
    ...(body && method !== 'GET' && !takesAny(body) ? (['validation'] as const) : []),
    ...(method === 'GET' ? [] : (['unavailable'] as const)),
    ...(more.refuses ?? []),
  ];
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    ...((names.length > 0 || hasQuery || more.requestHeaders) && {
      requestParams: {
        ...(names.length > 0 && { path: pathSchema }),
        ...(hasQuery && { query }),
        ...(more.requestHeaders && { header: more.requestHeaders }),
      },
    }),
    ...(body && {
      requestBody: {
        // One that takes an empty object takes no body as well.
        ...(method !== 'GET' && !body.safeParse({}).success && { required: true }),
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: { ...answersOf(more.answers), ...refusals(codes) },
  };
}

/** Whatever is in an object, a product says whether it is valid. */
function takesAny(body: z.ZodType): boolean {
  return body instanceof z.ZodRecord;
}

function forOperators(right: OperatorVerb, description = ''): string {
  return `For operators: ${operatorRights[right].roles.join(', ')}. ${description}`.trim();
}

function answersOf(answers: Answers): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      if (typeof answer === 'string') return [status, { description: answer }];
      const { says, schema, as, headers }: SaidAnswer =
        'says' in answer ? answer : { says: answer[0], schema: answer[1] };
      const said = { description: says, ...(headers && { headers }) };
      return [status, schema ? { ...said, content: contentOf(schema, as) } : said];
    }),
  );
}

/** Texts have no schema but that. */
function contentOf(schema: z.ZodType, types: readonly string[] = ['application/json']) {
  const content: Record<string, { schema: z.ZodType }> = {};
  for (const type of types) content[type] = { schema: type.startsWith('text/') ? z.string() : schema };
  return content;
}

/** One response for each status, listing its error codes. */
function refusals(given: readonly ProblemCode[]): ZodOpenApiResponsesObject {
  const all = [...new Set<ProblemCode>([...given, 'method-not-allowed', 'internal'])];
  const statuses = new Set(all.map((code) => problems[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = all.filter((code) => problems[code].status === status);
      const description = codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' ');
      return [
        String(status),
        { description, content: { 'application/problem+json': { schema: problemDocument } } },
      ];
    }),
  );
}

export const text = (description: string) => ({ description, schema: { type: 'string' as const } });
export const integer = (description: string) => ({ description, schema: { type: 'integer' as const } });

/** Of answers that sign a browser in or out. */
export const cookie = { 'Set-Cookie': text('The session cookie.') };

/** An answer that a client can cache by its ETag. */
export function kept<Schema extends z.ZodType>(says: string, schema: Schema, headers: Headers = {}) {
  return {
    200: { says, schema, headers: { ETag: text('Send it back as `If-None-Match`.'), ...headers } },
    304: 'Not changed since the response that `If-None-Match` names.',
  } satisfies Answers;
}

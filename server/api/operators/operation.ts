import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, type JsonObject } from '../../../lib/json/json.ts';
import type { ProblemCode } from '../../../lib/problem/problems.ts';
import { authorOf, type Caller } from '../../callers/caller.ts';
import type { HttpRequest } from '../../http/client-connection.ts';
import { privateJson } from '../table/private-response.ts';
import { readBody } from '../../http/read-request.ts';
import { namesOf } from '../../http/arriving-request.ts';
import { makeChange, type OperatorChange } from '../../operator/change.ts';
import { onceRequest, type OnceRequest } from '../../operator/once.ts';
import { forOperators } from '../../callers/find-audience.ts';
import { requireRight } from '../../rights.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../store/author.ts';
import type { Verb } from '../../store/writer.ts';
import { text, type Words } from '../table/documented.ts';
import { openOperation, type Operation, type PathParams, type TypedOperation } from '../table/operation.ts';

/** A body that may say why. */
type Reasoned = z.ZodType<{ reason?: string | undefined }>;

interface Change<
  Path extends string,
  Body extends Reasoned,
  Wish,
  Name extends Verb,
  Given extends JsonObject,
  Done extends z.ZodType,
> extends Omit<Words, 'right'> {
  body: Body;
  /** A member of the body that is secret: the database has no hash of it that anybody could try values against. */
  hides?: string;
  /** Of the body, where it is more than a form. */
  mostBytes?: number;
  answer: Done;
  refuses?: readonly ProblemCode[];
  change: OperatorChange<Wish, Name, Given, Context>;
  /** What is wished, by the body and the parameters of the path. */
  wish(body: z.output<Body>, params: PathParams<Path>, caller: Caller): Wish;
}

export const changeHeaders = z.object({
  'Idempotency-Key': z.string().optional().meta({
    description:
      '1 to 255 visible ASCII characters. If you repeat it with the same body within 24 hours, nothing is changed again and you get the response of the first request.',
  }),
});

export const replayed = {
  'Idempotency-Replayed': text('`true` if this is the response of an earlier request.'),
};

/** A change by an operator, with its author in the audit log, made once for each `Idempotency-Key`. */
export function operatorChange<
  Path extends string,
  Body extends Reasoned,
  Wish,
  Name extends Verb,
  Given extends JsonObject,
  Done extends z.ZodType,
>(
  route: `POST ${Path}`,
  definition: Change<Path, Body, Wish, Name, Given, Done>,
): TypedOperation<`POST ${Path}`, z.output<Done>> {
  const { change, body: schema, hides, mostBytes, answer, wish: wishOf, refuses = [], ...words } = definition;
  const { right } = change;
  const open: Operation = openOperation<Path>(route, {
    ...words,
    right,
    body: schema,
    requestHeaders: changeHeaders,
    answers: { [change.status]: { says: 'Done.', schema: answer, headers: replayed } },
    refuses: [
      ...(['not-found', 'idempotency-key-invalid', 'idempotency-key-reused'] as const),
      ...(['replay-unavailable'] as const),
      ...refuses,
    ],
    handle: async ({ context: ofGuests, identify, connection, body: readJson, params, request }) => {
      const context = forOperators(ofGuests);
      const identity = await identify();
      const { caller } = identity;
      requireRight(caller, right);
      await context.rateLimits.takeCall(caller, connection.network);
      const body = (await readJson(mostBytes)) ?? {};
      const parsed = readBody(schema, body);
      const wish = wishOf(parsed, params, caller);
      const more = await change.alsoNeeds?.(context, wish);
      if (more !== undefined) requireRight(caller, more);
      const { requestId } = namesOf(request.headers);
      const author = { ...authorOf(caller, requestId), reason: parsed.reason ?? null };
      const once = onceOfRequest(request, author, hidden(context, body, hides));
      const { answer: done, isReplayed } = await makeChange(context, change, wish, author, once);
      const headers: Record<string, string> = isReplayed ? { 'idempotency-replayed': 'true' } : {};
      return privateJson(identity, done, { status: change.status, headers });
    },
  });
  return open;
}

/** The body with a keyed hash of its secret. */
function hidden({ secret }: Pick<Context, 'secret'>, body: JsonObject, name: string | undefined): JsonObject {
  if (name === undefined || !Object.hasOwn(body, name)) return body;
  const text = canonicalJson(body[name] ?? null);
  return { ...body, [name]: createHmac('sha256', secret.naming).update(`body ${text}`).digest('base64url') };
}

/** Of a request with an `Idempotency-Key`. */
export function onceOfRequest(
  { url, headers }: HttpRequest,
  author: Author,
  body: JsonObject,
): OnceRequest | undefined {
  const key = headers.get('idempotency-key');
  return key === null ? undefined : onceRequest(author, key, new URL(url).pathname, body);
}

import type { z } from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { problemDocument } from '../../lib/problem/problem-document.ts';
import { type ProblemCode, problems } from '../../lib/problem/problems.ts';

const etag = {
  ETag: { description: 'Send it back as `If-None-Match`.', schema: { type: 'string' as const } },
};

/** The errors of any request body. */
export const anyBody: ProblemCode[] = [
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

export function json(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } };
}

/** A response that a client can cache by its ETag. */
export function kept(description: string, schema: z.ZodType, headers: Record<string, object> = {}) {
  return {
    '200': { ...json(description, schema), headers: { ...etag, ...headers } },
    '304': { description: 'Not changed since the response that `If-None-Match` names.' },
  };
}

/** One response for each status, listing its error codes. */
export function refusals(...codes: ProblemCode[]): ZodOpenApiResponsesObject {
  const all: ProblemCode[] = [...codes, 'method-not-allowed', 'internal'];
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

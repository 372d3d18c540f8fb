import type { z } from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { problemDocument } from '../lib/problem-document.ts';
import { type ProblemCode, problems } from '../lib/problems.ts';

const etag = { ETag: { description: 'For If-None-Match.', schema: { type: 'string' as const } } };

/** What the body of any POST may be refused for. */
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

/** A caller who has an answer already is told so. */
export function kept(description: string, schema: z.ZodType, headers: Record<string, object> = {}) {
  return {
    '200': { ...json(description, schema), headers: { ...etag, ...headers } },
    '304': { description: 'What If-None-Match names is still what would be answered.' },
  };
}

/** One answer for each status, listing the codes that it comes with. */
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

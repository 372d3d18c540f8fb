import type { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';

/** A body by its schema; what does not fit is refused, naming each place. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: JsonObject): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidBody(
    parsed.error.issues.map(({ path, message }) => ({
      pointer: path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
      detail: message,
    })),
  );
}

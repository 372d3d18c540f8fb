import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { mayBeStored } from '../store/sql/may-be-stored.ts';

/** A body by its schema, whose texts may be stored. What does not fit is refused, naming each place. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: JsonObject): z.output<Schema> {
  const faults = unstorableTexts(body, []).map((path) => fault(path, unstorable));
  if (faults.length > 0) throw invalidBody(faults);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidBody(parsed.error.issues.map(({ path, message }) => fault(path, message)));
}

const unstorable = 'This text has a NUL or half of a surrogate pair.';

function fault(path: PropertyKey[], detail: string): { pointer: string; detail: string } {
  const steps = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return { pointer: steps.join(''), detail };
}

function unstorableTexts(value: JsonValue, path: PropertyKey[]): PropertyKey[][] {
  if (typeof value === 'string') return mayBeStored(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, inner]) => unstorableTexts(inner, [...path, step]));
}

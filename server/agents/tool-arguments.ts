import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { closestName } from '../../lib/text/closest-name.ts';

/**
 * The arguments of a tool as models and their clients send them. Null and an empty text are those of a client that fills
 * in every argument; a number and an input may be texts. What looks like a misspelt argument is refused, since a limit
 * that is ignored is none; others are let pass, because some clients add arguments of their own.
 */
export function readToolArguments<Input extends z.ZodObject>(
  input: Input,
  given: JsonObject,
): z.output<Input> {
  const known = Object.keys(input.shape);
  const faults = Object.keys(given)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = closestName(name, known);
      return meant === undefined
        ? []
        : [{ pointer: `/${name}`, detail: `there is no such argument. Did you mean ${meant}?` }];
    });
  if (faults.length > 0) throw invalidBody(faults);
  const shape: Record<string, z.core.$ZodType> = input.shape;
  const read: JsonObject = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = given[name];
    const isFilledIn = (value === null || value === '') && takes(schema, undefined);
    if (value !== undefined && !isFilledIn) read[name] = asMeant(schema, value);
  }
  const parsed = input.safeParse(read);
  if (parsed.success) return parsed.data;
  throw invalidBody(
    parsed.error.issues.map((issue) => ({
      pointer: `/${issue.path.join('/')}`,
      detail: issueWords(issue, read),
    })),
  );
}

/** What is wrong with an argument, in words of the caller and not of the library. */
function issueWords(issue: z.core.$ZodIssue, given: JsonObject): string {
  if (given[String(issue.path[0])] === undefined) return 'is missing.';
  if (issue.code === 'invalid_type') return `must be ${typeWords[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}.`;
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}${unit}.`;
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}${unit}.`;
  return issue.message;
}

const typeWords: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  record: 'a JSON object',
  object: 'a JSON object',
};

function asMeant(schema: z.core.$ZodType, value: JsonValue): JsonValue {
  if (typeof value !== 'string' || takes(schema, value)) return value;
  if (/^-?\d{1,15}$/.test(value.trim())) return Number(value);
  if (!takes(schema, {})) return value;
  const parsed = parseStrictJson(value);
  return isJsonObject(parsed) ? parsed : value;
}

function takes(schema: z.core.$ZodType, value: JsonValue | undefined): boolean {
  return z.safeParse(schema, value).success;
}

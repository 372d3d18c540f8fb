import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import { didYouMean } from '../../lib/text/names.ts';

/** The fields of a query are strings, or lists of them, until their schema makes more of them. */
export type QuerySchema = z.ZodObject<Record<string, z.core.$ZodType>>;

/** The query of an address by its schema. Unknown parameters are let pass unless it is strict, empty ones count as absent. */
export function readQuery<Query extends QuerySchema>(
  schema: Query,
  parameters: URLSearchParams,
): z.output<Query> {
  if (schema.def.catchall instanceof z.ZodNever) refuseUnknown(Object.keys(schema.shape), parameters);
  const given: Record<string, string | string[]> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const values = parameters.getAll(name).filter((value) => value !== '');
    if (values.length === 0) continue;
    if (takesSeveral(field)) given[name] = values;
    else given[name] = single(name, values);
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const is = name in given ? `is ${JSON.stringify(given[name])}` : 'is missing';
    return {
      parameter: name,
      detail: `${name} ${is}; allowed is ${issue.message}`,
    };
  });
  throw new Problem('invalid-parameter', `${errors.map(({ detail }) => detail).join('. ')}.`, errors);
}

function refuseUnknown(known: string[], parameters: URLSearchParams): void {
  const errors = [...new Set(parameters.keys())]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      parameter: name,
      detail: `There is no parameter ${JSON.stringify(name)}.${didYouMean(name, known)} This address takes ${known.join(', ')}.`,
    }));
  if (errors.length > 0)
    throw new Problem('invalid-parameter', errors.map(({ detail }) => detail).join(' '), errors);
}

function single(name: string, values: string[]): string {
  const [value = '', ...others] = values;
  if (others.every((other) => other === value)) return value;
  const detail = `${name} is given ${values.length} times; allowed is one value`;
  throw new Problem('invalid-parameter', `${detail}.`, [{ parameter: name, detail }]);
}

function takesSeveral(field: z.core.$ZodType): boolean {
  const inner = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodArray;
}

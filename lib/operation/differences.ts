import { inputShape } from './input-shape.ts';
import { responseShape } from './media-type.ts';
import type { Operation } from './operation.ts';
import { requestFields } from './request-fields.ts';
import { fieldRow, schemaRow, type SchemaRow } from './schema-row.ts';

/** A field of the input or the reply that is not the same in two versions of an operation. */
export interface FieldDifference {
  part: 'input' | 'reply';
  /** With the fields around it: `address.city`. */
  name: string;
  /** In words: its type, whether it is required, its limits, then what is said about it. Null where there is none. */
  before: string | null;
  after: string | null;
}

/** Nobody reads more about one operation. */
const maxDifferences = 200;
const maxDepth = 8;
const maxText = 600;

/** What callers send and get, field by field, where it differs. */
export function fieldDifferences(before: Operation, after: Operation): FieldDifference[] {
  const found = [
    ...differing('input', inputTexts(before), inputTexts(after)),
    ...differing('reply', replyTexts(before), replyTexts(after)),
  ];
  return found.slice(0, maxDifferences);
}

type Texts = Map<string, string>;

/** In the order of the later version; what is gone comes where it was. */
function differing(part: FieldDifference['part'], before: Texts, after: Texts): FieldDifference[] {
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name) ?? null, after.get(name) ?? null];
    if (was === is || isWithin(name, before, after)) return [];
    return [{ part, name, before: was, after: is }];
  });
}

/** A field that comes or goes as a whole is said once, without those in it. */
function isWithin(name: string, before: Texts, after: Texts): boolean {
  const around = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  return around !== '' && before.has(around) !== after.has(around);
}

function inputTexts(operation: Operation): Texts {
  const texts: Texts = new Map();
  for (const field of requestFields(inputShape(operation), () => false)) add(texts, fieldRow(field), '', 0);
  return texts;
}

function replyTexts(operation: Operation): Texts {
  const texts: Texts = new Map();
  const { schema } = responseShape(operation);
  if (schema === null) return texts;
  const whole = schemaRow('the reply', schema);
  if (whole.rows.length === 0) add(texts, whole, '', 0);
  for (const row of whole.rows) add(texts, row, '', 0);
  return texts;
}

function add(texts: Texts, row: SchemaRow, around: string, depth: number): void {
  const name = around === '' ? row.name : `${around}.${row.name}`;
  texts.set(name, rowText(row));
  if (depth < maxDepth) for (const inner of row.rows) add(texts, inner, name, depth + 1);
}

function rowText({ type, required, facts, description, ...row }: SchemaRow): string {
  const head = [
    type,
    ...(required ? ['required'] : []),
    ...facts,
    ...(row.default === undefined ? [] : [`default ${JSON.stringify(row.default)}`]),
  ];
  return [head.join(', '), description]
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, maxText);
}

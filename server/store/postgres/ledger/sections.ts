import type { TripStatement } from './trip.ts';

/** A part of a statement, with `?` for each value. */
export interface Section {
  name: string;
  text: string;
  values: readonly unknown[];
}

export type Sections = readonly (Section | undefined)[];

/** None for no rows. */
export function section(
  name: string,
  rows: readonly unknown[],
  of: Omit<Section, 'name'>,
): Section | undefined {
  return rows.length > 0 ? { name, ...of } : undefined;
}

/** Each shape of a statement is prepared once, under a name of at most 63 characters. */
const texts = new Map<string, string>();

/** A statement of those sections that are not empty. `join` makes it of their names and texts. */
export function statementOf(
  prefix: string,
  sections: Sections,
  join: (present: readonly Section[]) => string,
): TripStatement {
  const present = sections.filter((section) => section !== undefined);
  const name = `farebox_${prefix}_${sections.map((section) => (section ? 1 : 0)).join('')}`;
  let text = texts.get(name);
  if (text === undefined) {
    text = numbered(join(present));
    texts.set(name, text);
  }
  return { name, text, values: present.flatMap(({ values }) => values.map(textOf)) };
}

function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => `$${++count}`);
}

type Value = string | number | boolean | null | undefined | Uint8Array;

/** A value as PostgreSQL writes it, and an array in its braces. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? `{${value.map(elementOf).join(',')}}` : String(value);
}

function elementOf(value: Value): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string')
    return `"${toEscape.test(value) ? value.replace(eachToEscape, '\\$&') : value}"`;
  return value instanceof Uint8Array ? `"\\\\x${Buffer.from(value).toString('hex')}"` : String(value);
}

const toEscape = /["\\]/;
const eachToEscape = /["\\]/g;

/** The columns of some rows, as arrays for `unnest`. */
export function columnsOf<Row>(rows: readonly Row[], ...read: ((row: Row) => unknown)[]): unknown[][] {
  return read.map((column) => rows.map(column));
}

/** The sections, each of which writes some rows, as one statement that ends with another one. */
export function writeOf(prefix: string, sections: Sections, last: Omit<Section, 'name'>): TripStatement {
  return statementOf(
    prefix,
    [...sections, { name: 'last', ...last }],
    (present) =>
      `WITH ${present
        .slice(0, -1)
        .map(({ name, text }) => `${name} AS (${text})`)
        .join(', ')} ${last.text}`,
  );
}

/** The sections, each of which reads some rows as JSON, as one object. */
export function readOf(prefix: string, sections: Sections): TripStatement {
  return statementOf(
    prefix,
    sections,
    (present) =>
      `SELECT json_build_object(${present.map(({ name, text }) => `'${name}', (${text})`).join(', ')}) AS rows`,
  );
}

import { type Document, isAlias, isMap, isNode, isScalar, isSeq, visit } from 'yaml';
import { z } from 'zod';
import { outcomes } from '../call/charges.ts';
import { withYamlValue } from '../yaml/edit-yaml.ts';
import { parseKeys } from '../yaml/parse-keys.ts';
import { AsWritten, pairOf, valueOf, type Wanted, type YamlScalar } from '../yaml/wanted.ts';

/** What stands in a field, also where no price may have it: faults are found by who reads the entry. */
const typed = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const quantity = z.union([typed, z.strictObject({ quoted: typed, settled: typed })]);
const common = { label: typed.optional(), when: typed.optional() };

const flatLine = z.strictObject({ ...common, flat: typed });
const perLine = z.strictObject({
  ...common,
  per: z.strictObject({
    quantity: quantity.optional(),
    rate: typed.optional(),
    unit: typed.optional(),
    every: typed.optional(),
    included: typed.optional(),
  }),
});
const tiersLine = z.strictObject({
  ...common,
  tiers: z.strictObject({
    quantity: quantity.optional(),
    unit: typed.optional(),
    mode: typed.optional(),
    steps: z.array(z.strictObject({ upTo: typed.optional(), rate: typed.optional() })).optional(),
  }),
});
const choiceLine = z.strictObject({
  ...common,
  choice: z.strictObject({
    value: typed.optional(),
    credits: z.record(z.string(), typed).optional(),
    otherwise: typed.optional(),
  }),
});

export const lineShapes = ['flat', 'per', 'tiers', 'choice'] as const;

/** A line as fields. In place of a table, the rows of a choice have an order. */
export type FormLine =
  | z.output<typeof flatLine>
  | z.output<typeof perLine>
  | z.output<typeof tiersLine>
  | { label?: Typed; when?: Typed; choice: FormChoice };

export interface FormChoice {
  value?: Typed;
  credits?: [name: string, credits: YamlScalar][];
  otherwise?: Typed;
}

type Typed = YamlScalar | undefined;
export type FormQuantity = z.output<typeof quantity>;

/** The price of an entry as a form has it. What it cannot express stays as it was written. */
export interface FormPrice {
  lines: (FormLine | AsWritten)[];
  minimum?: Typed;
  maximum?: Typed;
  /** As it was written, if the form has no such table. */
  charges: Partial<Record<string, YamlScalar>> | AsWritten;
  /** Keys of the price that the form does not know. */
  others: ReadonlyMap<string, AsWritten>;
}

/** Undefined if there is no price that a form could change. */
export function formPrice(text: string): FormPrice | undefined {
  const document = parseKeys(text, ['price', 'charges']);
  const map = document.contents;
  if (document.errors.length > 0 || !isMap(map)) return undefined;
  const price = pairOf(map.items, 'price')?.value;
  if (!isMap(price) || price.anchor) return undefined;
  const form: FormPrice = {
    lines: [],
    charges: chargesOf(document, map.get('charges', true)),
    others: new Map(),
  };
  const others = new Map<string, AsWritten>();
  for (const { key, value } of price.items) {
    if (!isScalar(key)) return undefined;
    const name = String(key.value);
    if (name === 'lines') {
      if (!isSeq(value) || value.anchor) return undefined;
      form.lines = value.items.map((item) => lineOf(document, item, text));
    } else if ((name === 'minimum' || name === 'maximum') && isPlain(value))
      form[name] = typed.parse(valueOf(document, value));
    else others.set(name, asWritten(document, value, text));
  }
  return { ...form, others };
}

/** The entry with this price; all else keeps its bytes. */
export function withFormPrice(text: string, { lines, minimum, maximum, charges, others }: FormPrice): string {
  const price = new Map<string, Wanted>();
  price.set('lines', lines.map(wantedLine));
  if (minimum !== undefined) price.set('minimum', minimum);
  if (maximum !== undefined) price.set('maximum', maximum);
  for (const [name, value] of others) price.set(name, value);
  const priced = withYamlValue(text, 'price', price);
  if (charges instanceof AsWritten) return priced;
  const rows = mapOf(charges);
  return rows.size === 0 && !hasKey(priced, 'charges') ? priced : withYamlValue(priced, 'charges', rows);
}

function hasKey(text: string, name: string): boolean {
  const map = parseKeys(text, ['price', name]).contents;
  return isMap(map) && pairOf(map.items, name) !== undefined;
}

function wantedLine(line: FormLine | AsWritten): Wanted {
  if (line instanceof AsWritten) return line;
  const { label, when } = line;
  const shape = shapeOf(line);
  return mapOf({ label, [shape]: wantedRule(line), when });
}

export function shapeOf(line: FormLine): (typeof lineShapes)[number] {
  if ('per' in line) return 'per';
  if ('tiers' in line) return 'tiers';
  return 'choice' in line ? 'choice' : 'flat';
}

function wantedRule(line: FormLine): Wanted {
  if ('per' in line) return mapOf({ ...line.per, quantity: wantedQuantity(line.per.quantity) });
  if ('tiers' in line) {
    const { steps, ...tiers } = line.tiers;
    return mapOf({ ...tiers, quantity: wantedQuantity(tiers.quantity), steps: steps?.map(mapOf) });
  }
  if ('choice' in line) {
    const { credits, ...choice } = line.choice;
    return mapOf({ ...choice, credits: credits && new Map(credits) });
  }
  return line.flat;
}

function wantedQuantity(quantity: FormQuantity | undefined): Wanted | undefined {
  return typeof quantity === 'object' && quantity !== null ? mapOf(quantity) : quantity;
}

function mapOf(members: Partial<Record<string, Wanted | undefined>>): ReadonlyMap<string, Wanted> {
  return new Map(
    Object.entries(members).flatMap(([name, value]): [string, Wanted][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function lineOf(document: Document, item: unknown, text: string): FormLine | AsWritten {
  const written = asWritten(document, item, text);
  if (!isMap(item) || !isPlain(item)) return written;
  const line = z.union([flatLine, perLine, tiersLine, choiceLine]).safeParse(written.value).data;
  if (!line) return written;
  if (!('choice' in line)) return line;
  const { credits, ...choice } = line.choice;
  if (!credits) return { ...line, choice };
  const table = item.getIn(['choice', 'credits'], true);
  const rows = isMap(table)
    ? table.items.flatMap(({ key }): [string, YamlScalar][] => {
        const name = isScalar(key) ? String(key.value) : '';
        const amount = Object.hasOwn(credits, name) ? credits[name] : undefined;
        return amount === undefined ? [] : [[name, amount]];
      })
    : [];
  if (!isMap(table) || rows.length !== table.items.length) return written;
  return { ...line, choice: { ...choice, credits: rows } };
}

function chargesOf(document: Document, node: unknown): FormPrice['charges'] {
  if (node === undefined || node === null) return {};
  const value = valueOf(document, node);
  const table = z.partialRecord(z.enum(outcomes), typed).safeParse(value);
  return table.success && isPlain(node) ? table.data : new AsWritten('', value);
}

/** Without names that other parts of the file use, which an edit would leave behind. */
function isPlain(node: unknown): boolean {
  if (!isNode(node)) return false;
  let isSo = true;
  visit(node, {
    Node(_key, found) {
      if (isAlias(found) || found.anchor || found.tag?.startsWith('!')) isSo = false;
    },
  });
  return isSo;
}

function asWritten(document: Document, node: unknown, text: string): AsWritten {
  if (!isNode(node) || !node.range) return new AsWritten('', null);
  const [start, end] = node.range;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const lines = text.slice(start, end).trimEnd().split('\n');
  const dedented = lines.map((line, index) =>
    index === 0 ? line : line.replace(new RegExp(`^ {0,${column}}`), ''),
  );
  return new AsWritten(dedented.join('\n'), node.toJS(document));
}

/** A place in an entry, as a path: `['price', 'lines', 0, 'flat']`. */
export type EntryPath = (string | number)[];

/** Where the faults of an entry stand. Both count from 1. */
export function entryPath(
  text: string,
  fault: { line: number; column: number; expected: string },
): EntryPath {
  const before = text.split('\n', fault.line - 1).join('\n').length;
  const offset = before + (fault.line > 1 ? 1 : 0) + fault.column - 1;
  const path: EntryPath = [];
  let node: unknown = parseKeys(text, ['price', 'charges']).contents;
  for (;;) {
    const child = childAt(node, offset);
    if (!child) break;
    path.push(child.name);
    node = child.node;
  }
  const missing = /^Expected the key "(\w+)", which is missing/.exec(fault.expected)?.[1];
  return missing === undefined || path.at(-1) === missing ? path : [...path, missing];
}

function childAt(node: unknown, offset: number): { name: string | number; node: unknown } | undefined {
  if (isSeq(node)) {
    const at = node.items.findIndex((item) => contains(item, offset));
    return at < 0 || (node.range?.[0] === offset && node.flow)
      ? undefined
      : { name: at, node: node.items[at] };
  }
  // A fault at the beginning of a map is one of all of it.
  if (!isMap(node) || node.range?.[0] === offset) return undefined;
  for (const { key, value } of node.items)
    if (isScalar(key) && (contains(key, offset) || contains(value, offset)))
      return { name: String(key.value), node: value };
  return undefined;
}

function contains(node: unknown, offset: number): boolean {
  if (!isNode(node) || !node.range) return false;
  const [start, end] = node.range;
  return offset >= start && offset < Math.max(end, start + 1);
}

import { describe } from '../../form/describe.ts';
import { firstValue } from '../../form/first-value.ts';
import { keySchema } from '../../form/options.ts';
import type {
  ObjectWidget,
  UnionWidget,
  ListWidget,
  NumberWidget,
  Option,
  TextWidget,
  Widget,
} from '../../form/widget.ts';
import { isJsonObject, type JsonObject, type JsonValue, equal } from '../../json/json.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { own } from '../../schema/schema-references.ts';

/**
 * The value after a change of branch: keeps common members, restores the earlier value of the new branch, and fills in
 * first values.
 */
export function switchBranch(
  value: JsonValue | undefined,
  to: SchemaNode,
  before: JsonValue | undefined,
): JsonValue {
  const { widget } = describe(to);
  const start = before ?? firstValue(to);
  if (widget.kind === 'object' && isJsonObject(value) && isJsonObject(start)) {
    return { ...start, ...sharedMembers(widget, value) };
  }
  return before === undefined && value !== undefined && likeness(to, value) > 0 ? value : start;
}

function sharedMembers(widget: ObjectWidget, value: JsonObject): JsonObject {
  const work = likenessWork();
  const declared = new Map(widget.members.map(({ name, schema }) => [name, schema]));
  const kept = Object.entries(value).filter(([key]) => {
    const schema = declared.get(key) ?? keySchema(widget, key);
    const inner = own(value, key);
    return schema !== undefined && inner !== undefined && likeness(schema, inner, work) >= 0;
  });
  return Object.fromEntries(kept);
}

/** The branch that fits a value, by constants first and then by structure; -1 if none does. */
export function branchOf(union: UnionWidget, value: JsonValue | undefined): number {
  if (value === undefined) return -1;
  const { branches } = union;
  const scores = branches.map(({ schema }) => likeness(schema, value, likenessWork(branches.length)));
  const best = Math.max(...scores);
  return best < 0 ? -1 : scores.indexOf(best);
}

/** Values of two branches rarely differ only beyond this depth and this many items. */
const maxDepth = 5;
const maxItems = 8;
/** Limit for one comparison of a value with a union; nested unions multiply the work. */
const maxComparisons = 1_000;
/** The least for each branch, however many share the limit. */
const leastComparisons = 50;
/** Pattern matches that take as long as one comparison. */
const patternsPerComparison = 20;
/** No match: another type or constant. */
const noLikeness = -1;
/** The right type, but outside a bound or format. */
const poorLikeness = 0.2;

interface LikenessWork {
  left: number;
}

function likenessWork(shares = 1): LikenessWork {
  return { left: Math.max(leastComparisons, maxComparisons / shares) };
}

interface Comparing {
  work: LikenessWork;
  depth: number;
}

/** Scores how well a value fits a schema, without a validator. Negative if it cannot fit. */
export function likeness(schema: SchemaNode, value: JsonValue, work = likenessWork()): number {
  return compared(schema, value, { work, depth: 0 });
}

function compared(schema: SchemaNode | undefined, value: JsonValue, { work, depth }: Comparing): number {
  if (!schema || schema.read().always === false) return noLikeness;
  work.left -= 1;
  if (depth > maxDepth || work.left < 0) return poorLikeness;
  const { widget, nullable } = describe(schema);
  if (value === null && nullable) return 2;
  return widgetLikeness(widget, value, { work, depth: depth + 1 });
}

function widgetLikeness(widget: Widget, value: JsonValue, comparing: Comparing): number {
  switch (widget.kind) {
    case 'choice':
      return optionLikeness(widget.options, value);
    case 'boolean':
      return typeof value === 'boolean' ? 2 : noLikeness;
    case 'number':
      return typeof value === 'number' ? numberLikeness(widget, value) : noLikeness;
    case 'text':
      return typeof value === 'string' ? textLikeness(widget, value) : noLikeness;
    case 'file':
      return typeof value !== 'string' ? noLikeness : /^data:/i.test(value) ? 3 : 1;
    case 'picks':
      return Array.isArray(value)
        ? average(value, (item) => optionLikeness(widget.options, item))
        : noLikeness;
    case 'list':
      return Array.isArray(value) ? listLikeness(widget, value, comparing) : noLikeness;
    case 'object':
      return isJsonObject(value) ? objectLikeness(widget, value, comparing) : noLikeness;
    case 'union':
      return Math.max(...widget.branches.map(({ schema }) => compared(schema, value, comparing)));
    case 'json':
      return jsonLikeness(widget.holds, value);
  }
}

function optionLikeness(options: Option[], value: JsonValue): number {
  return options.some((option) => equal(option.value, value)) ? 4 : noLikeness;
}

function numberLikeness({ whole, min, max }: NumberWidget, value: number): number {
  const isWithin = !(min !== undefined && value < min) && !(max !== undefined && value > max);
  if (!isWithin || (whole && !Number.isInteger(value))) return poorLikeness;
  return whole ? 2 : 1.5;
}

const inputPatterns: Partial<Record<TextWidget['input'], RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/,
  time: /^\d\d:\d\d/,
  email: /@/,
  url: /^(?:[a-z][a-z\d+.-]*:|\/)/i,
  colour: /^#/,
  key: /^[\da-f]+[-:.]/i,
};

function textLikeness({ input, maxLength, takesEmpty }: TextWidget, value: string): number {
  if (maxLength !== undefined && value.length > maxLength * 2) return poorLikeness;
  if (value === '') return takesEmpty ? 1 : poorLikeness;
  const look = inputPatterns[input];
  if (look === undefined) return input === 'long' ? 1 : 1.2;
  return look.test(value) ? 2 : poorLikeness;
}

function listLikeness(list: ListWidget, items: JsonValue[], comparing: Comparing): number {
  const score = average(items, (item, index) => compared(list.prefix[index] ?? list.items, item, comparing));
  const fits = items.length >= list.minItems && items.length <= list.maxItems;
  return fits ? score : score / 2;
}

function average(items: JsonValue[], score: (item: JsonValue, index: number) => number): number {
  const scores = items.slice(0, maxItems).map(score);
  if (scores.length === 0) return 1;
  if (scores.includes(noLikeness)) return poorLikeness;
  return 1 + scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

/** Members that fit raise the score; members that do not fit or are missing lower it. */
function objectLikeness(widget: ObjectWidget, value: JsonObject, comparing: Comparing): number {
  const { work } = comparing;
  let score = 1;
  for (const { name, schema, required } of widget.members) {
    const inner = own(value, name);
    if (inner === undefined) {
      if (required) score -= 1;
      continue;
    }
    const one = compared(schema, inner, comparing);
    if (one < 0 && isConstant(schema)) return noLikeness;
    score += one < 0 ? -2 : 1 + one / 100;
  }
  const names = new Set(widget.members.map((member) => member.name));
  for (const [key, inner] of Object.entries(value)) {
    if (names.has(key)) continue;
    work.left -= widget.patterns.length / patternsPerComparison;
    if (work.left < 0) break;
    const one = compared(keySchema(widget, key), inner, comparing);
    score += one < 0 ? -1 : one / 100;
  }
  return Math.max(score, poorLikeness);
}

function isConstant(schema: SchemaNode): boolean {
  const { widget } = describe(schema);
  return widget.kind === 'choice' && widget.options.length === 1;
}

function jsonLikeness(holds: 'anything' | 'object' | 'list', value: JsonValue): number {
  if (holds === 'anything') return 0.5;
  const fits = holds === 'list' ? Array.isArray(value) : isJsonObject(value);
  return fits ? 0.8 : noLikeness;
}

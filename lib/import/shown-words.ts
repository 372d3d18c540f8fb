import { describe } from '../form/describe.ts';
import type { Widget } from '../form/widget.ts';
import { inputShape } from '../operation/input-shape.ts';
import { isJsonObject } from '../json/json.ts';
import type { Operation, Schema } from '../operation/operation.ts';
import type { Defs } from '../schema/schema-references.ts';
import { addFlag, addText, addValue, noWords, type Words } from './words.ts';

/** Fields within fields that one operation's form may have. */
const MOST_PLACES = 5_000;
/** Unions that are branches of unions: they multiply, and nobody chooses through more. */
const MOST_UNIONS = 2;

/** What the form of an operation shows: the same that a person meets, described as the form describes it. */
export function shownWords(operation: Operation): Words {
  const shape = inputShape(operation);
  const defs = isJsonObject(shape.schema['$defs']) ? asDefs(shape.schema['$defs']) : {};
  const words = noWords();
  addText(words.descriptions, '', operation.description);
  addText(words.descriptions, '', operation.summary);
  if (operation.deprecated === true) addFlag(words.deprecations, '');
  const walk: Walk = { words, defs, seen: new Set() };
  for (const { target, description, example, default: fallback, schema } of shape.fields) {
    addText(words.descriptions, target, description);
    addValue(words.examples, target, example);
    addValue(words.defaults, target, fallback);
    show(target, schema, walk);
  }
  return words;
}

interface Walk {
  words: Words;
  defs: Defs;
  seen: Set<Schema>;
}

function show(name: string, schema: Schema, walk: Walk, unions = 0): void {
  const { words, defs, seen } = walk;
  if (!isJsonObject(schema) || seen.has(schema) || seen.size > MOST_PLACES) return;
  seen.add(schema);
  const { widget, help, deprecated, default: fallback, example } = describe(schema, defs);
  addText(words.descriptions, name, help);
  addValue(words.examples, name, example);
  addValue(words.defaults, name, fallback);
  if (deprecated) addFlag(words.deprecations, name);
  showInner(name, widget, walk, unions);
}

function showInner(name: string, widget: Widget, walk: Walk, unions: number): void {
  if (widget.kind === 'choice' || widget.kind === 'picks')
    for (const { help } of widget.options) addText(walk.words.enumMeanings, name, help);
  if (widget.kind === 'object') {
    for (const member of widget.members) show(member.name, member.schema, walk);
    for (const { schema } of widget.patterns) show(name, schema, walk);
    if (widget.rest !== undefined) show(name, widget.rest, walk);
  }
  if (widget.kind === 'list') {
    for (const schema of widget.prefix) show(name, schema, walk);
    if (widget.items !== undefined) show(name, widget.items, walk);
  }
  if (widget.kind === 'union' && unions < MOST_UNIONS)
    for (const { schema } of widget.branches) show(name, schema, walk, unions + 1);
}

function asDefs(defs: Record<string, unknown>): Defs {
  return Object.fromEntries(
    Object.entries(defs).flatMap(([name, schema]): [string, Schema][] =>
      typeof schema === 'boolean' || isJsonObject(schema) ? [[name, schema]] : [],
    ),
  );
}

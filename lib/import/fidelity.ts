import { describe } from '../form/describe.ts';
import type { Widget } from '../form/widget.ts';
import { inputShape } from '../operation/input-shape.ts';
import type { Operation } from '../operation/operation.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { OperationPlace } from './operation/import-operation.ts';
import type { SourceDocument } from './document/source-document.ts';
import { toldWords, type Words, addFlag, addText, addValue, noWords } from './told-words.ts';

/** How many form texts and values the document has, and how many of these the form shows. */
interface Share {
  given: number;
  kept: number;
}

export type Fidelity = Record<keyof Words, Share>;

export function operationFidelity(
  document: SourceDocument,
  place: OperationPlace,
  operation: Operation | undefined,
): Fidelity {
  const told = toldWords(document, place);
  const shown = operation && shownWords(operation);
  return ofEach((kind) => share(told[kind], shown?.[kind]));
}

export function totalFidelity(all: Fidelity[]): Fidelity {
  return ofEach((kind) => ({
    given: all.reduce((sum, one) => sum + one[kind].given, 0),
    kept: all.reduce((sum, one) => sum + one[kind].kept, 0),
  }));
}

function ofEach(shareOf: (kind: keyof Words) => Share): Fidelity {
  return {
    descriptions: shareOf('descriptions'),
    examples: shareOf('examples'),
    enumMeanings: shareOf('enumMeanings'),
    defaults: shareOf('defaults'),
    deprecations: shareOf('deprecations'),
  };
}

/** A place counts as kept if the form shows one of its values. */
function share(told: Words[keyof Words], shown: Words[keyof Words] | undefined): Share {
  const kept = [...told].filter(([place, values]) => {
    const there = shown?.get(place);
    return there !== undefined && [...values].some((value) => there.has(value));
  });
  return { given: told.size, kept: kept.length };
}

/** Nested fields counted in one form. */
const maxPlaces = 5_000;
/** The most levels of nested unions: their choices multiply. */
const maxUnions = 2;

/** The texts and values that the form of an operation shows, from the form's own descriptions. */
export function shownWords(operation: Operation): Words {
  const shape = inputShape(operation);
  const properties = schemaNode(shape.schema).read().object?.properties;
  const words = noWords();
  addText(words.descriptions, '', operation.description);
  addText(words.descriptions, '', operation.summary);
  if (operation.deprecated === true) addFlag(words.deprecations, '');
  const walk: Walk = { words, seen: new Set() };
  for (const { name, target, description, example, default: fallback } of shape.fields) {
    addText(words.descriptions, target, description);
    addValue(words.examples, target, example);
    addValue(words.defaults, target, fallback);
    show(target, properties?.get(name), walk);
  }
  return words;
}

interface Walk {
  words: Words;
  seen: Set<SchemaNode>;
}

function show(name: string, schema: SchemaNode | undefined, walk: Walk, unions = 0): void {
  const { words, seen } = walk;
  if (!schema || seen.has(schema) || seen.size > maxPlaces) return;
  seen.add(schema);
  const { widget, help, deprecated, default: fallback, example } = describe(schema);
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
  if (widget.kind === 'union' && unions < maxUnions)
    for (const { schema } of widget.branches) show(name, schema, walk, unions + 1);
}

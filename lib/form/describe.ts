import { annotatedParts } from '../operation/annotated-parts.ts';
import { defaultOf, exampleOf, schemaText } from '../operation/field-annotations.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { conjuncts } from '../schema/merged-object.ts';
import type { Schema } from '../operation/operation.ts';
import { type FlatSchema, flatSchema } from '../sample/flat-schema.ts';
import { type Defs, own } from '../schema/schema-references.ts';
import { asSchema } from '../schema/subschemas.ts';
import { branchesOf } from './branches.ts';
import { constantsOf, optionsOf } from './options.ts';
import { listWidget } from './list-widget.ts';
import { numberWidget } from './number-widget.ts';
import { objectWidget } from './object-widget.ts';
import { textWidget } from './text-widget.ts';
import { typesOf } from './types-of.ts';
import type { Branch, ChoiceWidget, Description, TextWidget, Widget } from './widget.ts';

const known = new WeakMap<Defs, WeakMap<JsonObject, Description>>();

/**
 * A list is described with its items and a union with its branches. Deeper than this inside each other they are JSON
 * fields: a list of itself has no end.
 */
const MAX_NESTED = 12;
/** Descriptions that one description may take. */
const MAX_DESCRIPTIONS = 200;

/** One description on its way, with what it takes to make it. */
interface Describing {
  defs: Defs;
  depth: number;
  count: { left: number };
}

/** What a person meets for a schema, the same object for the same schema. */
export function describe(schema: Schema, defs: Defs): Description {
  return inner(schema, { defs, depth: 0, count: { left: MAX_DESCRIPTIONS } });
}

function inner(schema: Schema, describing: Describing): Description {
  if (!isJsonObject(schema)) return anything;
  const { defs, depth, count } = describing;
  const ofDefs = known.get(defs) ?? new WeakMap<JsonObject, Description>();
  known.set(defs, ofDefs);
  const before = ofDefs.get(schema);
  if (before !== undefined) return before;
  count.left -= 1;
  if (depth > MAX_NESTED) count.left = 0;
  if (count.left <= 0) return anything;
  const description = described(schema, { ...describing, depth: depth + 1 });
  // What was cut short inside another description is described in full when it is opened.
  if (depth === 0 || count.left > 0) ofDefs.set(schema, description);
  return description;
}

const anything: Description = {
  widget: { kind: 'json', holds: 'anything' },
  title: '',
  help: '',
  nullable: false,
  readOnly: false,
  deprecated: false,
  default: undefined,
  example: undefined,
};

function described(schema: JsonObject, describing: Describing): Description {
  const { defs } = describing;
  const flat = flatSchema(schema, defs);
  const parts = conjuncts(schema, defs) ?? [schema];
  const words = annotatedParts(schema, defs);
  const says = (keyword: string) => words.some((part) => own(part, keyword) === true);
  const { widget, nullable } = flat
    ? widgetOf(flat.keywords, flat.alternatives, parts, describing)
    : { widget: anything.widget, nullable: false };
  return {
    widget,
    nullable,
    title: schemaText(words, 'title') ?? '',
    help: schemaText(words, 'description') ?? innerHelp(widget, flat, defs),
    readOnly: says('readOnly'),
    deprecated: says('deprecated'),
    default: defaultOf(words, parts),
    example: exampleOf(words),
  };
}

/** What branches say that became one control, and items that became a choice: nothing else would show it. */
function innerHelp(widget: Widget, flat: FlatSchema | undefined, defs: Defs): string {
  const isTold = widget.kind === 'choice' && widget.options.some(({ help }) => help !== '');
  if (!flat || widget.kind === 'union' || isTold) return '';
  const items = widget.kind === 'picks' ? [own(flat.keywords, 'items')] : [];
  for (const part of [...flat.alternatives.flat(), ...items].slice(0, MAX_NESTED)) {
    const text = schemaText(annotatedParts(asSchema(part), defs), 'description');
    if (text !== undefined) return text;
  }
  return '';
}

type Chosen = Pick<Description, 'widget' | 'nullable'>;

/** The one place that says which widget a schema gets. */
function widgetOf(
  keywords: JsonObject,
  alternatives: JsonValue[][],
  parts: JsonObject[],
  describing: Describing,
): Chosen {
  const constants = constantsOf(keywords);
  if (constants !== undefined) return plain({ kind: 'choice', options: optionsOf(constants, parts) });
  const [list, ...others] = alternatives;
  if (list !== undefined) {
    const union = branchesOf(keywords, list, others, parts, describing.defs);
    if (union.options !== undefined) return plain({ kind: 'choice', options: union.options });
    const [only, ...more] = union.branches;
    if (only !== undefined && more.length === 0) {
      const description = inner(only.schema, describing);
      return { widget: description.widget, nullable: union.nullable || description.nullable };
    }
    if (only !== undefined) {
      const suggestions = suggestedTexts(union.branches, describing);
      const widget = suggestions ?? { kind: 'union', branches: union.branches };
      return { widget, nullable: union.nullable };
    }
    if (union.nullable) return plain({ kind: 'choice', options: optionsOf([null], parts) });
  }
  return ofTypes(keywords, parts, describing);
}

function ofTypes(keywords: JsonObject, parts: JsonObject[], describing: Describing): Chosen {
  const types = typesOf(keywords);
  const kinds = types.filter((type) => type !== 'null');
  const nullable = kinds.length < types.length;
  if (kinds.length === 0 && nullable) return plain({ kind: 'choice', options: optionsOf([null], parts) });
  if (kinds.length > 1) {
    const list = kinds.map((type): JsonObject => ({ type }));
    return {
      widget: { kind: 'union', branches: branchesOf(keywords, list, [], [], describing.defs).branches },
      nullable,
    };
  }
  return { widget: ofType(kinds[0], keywords, describing), nullable };
}

function ofType(type: string | undefined, keywords: JsonObject, describing: Describing): Widget {
  switch (type) {
    case 'string':
      return textWidget(keywords);
    case 'number':
    case 'integer':
      return numberWidget(keywords, type === 'integer');
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return listWidget(keywords, (item) => inner(item, describing));
    case 'object':
      return objectWidget(keywords, describing.defs);
    default:
      return anything.widget;
  }
}

/** Any text, with some that are named: a text that suggests them, and no question of which kind of text it is. */
function suggestedTexts(branches: Branch[], describing: Describing): Widget | undefined {
  let free: TextWidget | undefined;
  const texts: string[] = [];
  for (const { schema } of branches) {
    const { widget } = inner(schema, describing);
    const named = widget.kind === 'choice' ? textsOf(widget) : undefined;
    if (named !== undefined) texts.push(...named);
    else if (free === undefined && isFreeText(widget)) free = widget;
    else return undefined;
  }
  return free === undefined || texts.length === 0
    ? undefined
    : { ...free, input: 'line', suggestions: texts };
}

function isFreeText(widget: Widget): widget is TextWidget {
  return widget.kind === 'text' && widget.input === 'long' && widget.maxLength === undefined;
}

/** The options of a choice, where all of them are texts. */
function textsOf({ options }: ChoiceWidget): string[] | undefined {
  const texts = options.map(({ value }) => value).filter((value) => typeof value === 'string');
  return texts.length === options.length ? texts : undefined;
}

function plain(widget: Widget): Chosen {
  return { widget, nullable: false };
}

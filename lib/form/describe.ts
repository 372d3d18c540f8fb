import type { JsonObject } from '../json/json.ts';
import { defaultOf, exampleOf, schemaText } from '../operation/field-annotations.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { schemaNode, anySchema } from '../schema/schema-graph.ts';
import type { FlatSchema, SchemaNode, ListRules } from '../schema/schema-node.ts';
import { annotatedParts } from '../schema/schema-parts.ts';
import { own } from '../schema/schema-references.ts';
import { branchesOf } from './branches.ts';
import { numberWidget, objectWidget, isOpenSchema, textWidget, typesOf } from './choose-widget.ts';
import { optionsOf } from './options.ts';
import type { Branch, ChoiceWidget, Description, TextWidget, Widget } from './widget.ts';

const known = new WeakMap<SchemaNode, Description>();

/** Lists nest their items and unions their branches. Deeper ones become JSON fields, because recursion has no end. */
const maxNested = 12;
/** Descriptions inside one description. */
const maxDescriptions = 200;

interface Describing {
  depth: number;
  count: { left: number };
}

/** The widget for a schema. The same schema returns the same object. */
export function describe(schema: SchemaNode): Description {
  return inner(schema, { depth: 0, count: { left: maxDescriptions } });
}

function inner(schema: SchemaNode, { depth, count }: Describing): Description {
  const before = known.get(schema);
  if (before !== undefined) return before;
  count.left -= 1;
  if (depth > maxNested) count.left = 0;
  if (count.left <= 0) return anything;
  const description = described(schema, { depth: depth + 1, count });
  // Descriptions that were cut short are completed when they are opened.
  if (depth === 0 || count.left > 0) known.set(schema, description);
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

function described(schema: SchemaNode, describing: Describing): Description {
  const flat = flatSchema(schema);
  const words = annotatedParts(schema);
  const says = (keyword: string) => words.some((part) => own(part, keyword) === true);
  const { widget, nullable } = flat ? widgetOf(flat, describing) : plain(anything.widget);
  return {
    widget,
    nullable,
    title: schemaText(words, 'title') ?? '',
    help: schemaText(words, 'description') ?? innerHelp(widget, flat),
    readOnly: says('readOnly'),
    deprecated: says('deprecated'),
    default: defaultOf(
      words,
      flat?.parts.map(({ keywords }) => keywords),
    ),
    example: exampleOf(words),
  };
}

/** Help of branches and items that became a single control, which nothing else shows. */
function innerHelp(widget: Widget, flat: FlatSchema | undefined): string {
  const isTold = widget.kind === 'choice' && widget.options.some(({ help }) => help !== '');
  if (!flat || widget.kind === 'union' || isTold) return '';
  const branches = flat.inPlace.unions.flatMap((union) => union.branches);
  const items = widget.kind === 'picks' ? [widget.items] : [];
  for (const part of [...branches, ...items].slice(0, maxNested)) {
    const text = schemaText(annotatedParts(part), 'description');
    if (text !== undefined) return text;
  }
  return '';
}

type Chosen = Pick<Description, 'widget' | 'nullable'>;

/** The only place that chooses the widget of a schema. */
function widgetOf(flat: FlatSchema, describing: Describing): Chosen {
  const parts = flat.parts.map(({ keywords }) => keywords);
  if (flat.choices) return plain({ kind: 'choice', options: optionsOf(flat.choices.values, parts) });
  const [first, ...others] = flat.inPlace.unions;
  if (first) {
    const union = branchesOf(flat, first, others);
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
  return ofTypes(flat, parts, describing);
}

function ofTypes(flat: FlatSchema, parts: JsonObject[], describing: Describing): Chosen {
  const types = typesOf(flat);
  const kinds = types.filter((type) => type !== 'null');
  const nullable = kinds.length < types.length;
  if (kinds.length === 0 && nullable) return plain({ kind: 'choice', options: optionsOf([null], parts) });
  if (kinds.length > 1) {
    const union = { keyword: 'anyOf', discriminator: undefined } as const;
    const branches = kinds.map((type) => schemaNode({ type }));
    return {
      widget: { kind: 'union', branches: branchesOf(flat, { ...union, branches }, []).branches },
      nullable,
    };
  }
  return { widget: ofType(kinds[0], flat, describing), nullable };
}

function ofType(type: string | undefined, flat: FlatSchema, describing: Describing): Widget {
  switch (type) {
    case 'string':
      return textWidget(flat);
    case 'number':
    case 'integer':
      return numberWidget(flat.number, type === 'integer');
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return listWidget(flat.list, (item) => inner(item, describing));
    case 'object':
      return objectWidget(flat);
    default:
      return anything.widget;
  }
}

/** A free text with some named values: a text field with suggestions instead of a choice of types. */
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

function textsOf({ options }: ChoiceWidget): string[] | undefined {
  const texts = options.map(({ value }) => value).filter((value) => typeof value === 'string');
  return texts.length === options.length ? texts : undefined;
}

function plain(widget: Widget): Chosen {
  return { widget, nullable: false };
}

function listWidget(rules: ListRules | undefined, describeItem: (item: SchemaNode) => Description): Widget {
  const { prefix = [], rest: items = anySchema, minItems = 0, maxItems = Infinity, isUnique } = rules ?? {};
  if (prefix.length === 0 && isOpenSchema(items)) return { kind: 'json', holds: 'list' };
  const isClosed = items.read().always === false;
  const inner = isClosed || prefix.length > 0 ? undefined : describeItem(items);
  if (inner?.widget.kind === 'choice' && !inner.nullable)
    return { kind: 'picks', options: inner.widget.options, items, unique: isUnique === true };
  return { kind: 'list', prefix, items: isClosed ? undefined : items, minItems, maxItems };
}

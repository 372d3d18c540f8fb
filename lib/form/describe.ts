import { defaultOf, exampleOf, schemaText } from '../field-annotations.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { conjuncts } from '../merged-object.ts';
import type { Schema } from '../operation.ts';
import { flatSchema } from '../sample/flat-schema.ts';
import { type Defs, own } from '../schema-references.ts';
import { branchesOf } from './branches.ts';
import { constantsOf, optionsOf } from './options.ts';
import { listWidget } from './list-widget.ts';
import { numberWidget } from './number-widget.ts';
import { objectWidget } from './object-widget.ts';
import { textWidget } from './text-widget.ts';
import { typesOf } from './types-of.ts';
import type { Description, Widget } from './widget.ts';

const known = new WeakMap<Defs, WeakMap<JsonObject, Description>>();

/** What a person meets for a schema, the same object for the same schema. */
export function describe(schema: Schema, defs: Defs): Description {
  if (!isJsonObject(schema)) return anything;
  let ofDefs = known.get(defs);
  if (ofDefs === undefined) known.set(defs, (ofDefs = new WeakMap<JsonObject, Description>()));
  let description = ofDefs.get(schema);
  if (description === undefined) ofDefs.set(schema, (description = described(schema, defs)));
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

function described(schema: JsonObject, defs: Defs): Description {
  const flat = flatSchema(schema, defs);
  const parts = conjuncts(schema, defs) ?? [schema];
  const says = (keyword: string) => parts.some((part) => own(part, keyword) === true);
  const { widget, nullable } = flat
    ? widgetOf(flat.keywords, flat.alternatives, parts, defs)
    : { widget: anything.widget, nullable: false };
  return {
    widget,
    nullable,
    title: schemaText(parts, 'title') ?? '',
    help: schemaText(parts, 'description') ?? '',
    readOnly: says('readOnly'),
    deprecated: says('deprecated'),
    default: defaultOf(parts),
    example: exampleOf(parts),
  };
}

type Chosen = Pick<Description, 'widget' | 'nullable'>;

/** The one place that says which widget a schema gets. */
function widgetOf(
  keywords: JsonObject,
  alternatives: JsonValue[][],
  parts: JsonObject[],
  defs: Defs,
): Chosen {
  const constants = constantsOf(keywords);
  if (constants !== undefined) return plain({ kind: 'choice', options: optionsOf(constants, parts) });
  const [list, ...others] = alternatives;
  if (list !== undefined) {
    const union = branchesOf(keywords, list, others, parts, defs);
    if (union.options !== undefined) return plain({ kind: 'choice', options: union.options });
    const [only, ...more] = union.branches;
    if (only !== undefined && more.length === 0) {
      const inner = describe(only.schema, defs);
      return { widget: inner.widget, nullable: union.nullable || inner.nullable };
    }
    if (only !== undefined) {
      const suggestions = suggestedTexts(
        union.branches.map((branch) => describe(branch.schema, defs).widget),
      );
      const widget = suggestions ?? { kind: 'union', branches: union.branches };
      return { widget, nullable: union.nullable };
    }
    if (union.nullable) return plain({ kind: 'choice', options: optionsOf([null], parts) });
  }
  return ofTypes(keywords, parts, defs);
}

function ofTypes(keywords: JsonObject, parts: JsonObject[], defs: Defs): Chosen {
  const types = typesOf(keywords);
  const kinds = types.filter((type) => type !== 'null');
  const nullable = kinds.length < types.length;
  if (kinds.length === 0 && nullable) return plain({ kind: 'choice', options: optionsOf([null], parts) });
  if (kinds.length > 1) {
    const list = kinds.map((type): JsonObject => ({ type }));
    return {
      widget: { kind: 'union', branches: branchesOf(keywords, list, [], [], defs).branches },
      nullable,
    };
  }
  return { widget: ofType(kinds[0], keywords, defs), nullable };
}

function ofType(type: string | undefined, keywords: JsonObject, defs: Defs): Widget {
  switch (type) {
    case 'string':
      return textWidget(keywords);
    case 'number':
    case 'integer':
      return numberWidget(keywords, type === 'integer');
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return listWidget(keywords, (item) => describe(item, defs));
    case 'object':
      return objectWidget(keywords, defs);
    default:
      return anything.widget;
  }
}

/** Any text, with some that are named: a text that suggests them, and no question of which kind of text it is. */
function suggestedTexts(widgets: Widget[]): Widget | undefined {
  const free = widgets.find(
    (widget) => widget.kind === 'text' && widget.input === 'long' && widget.maxLength === undefined,
  );
  if (free?.kind !== 'text') return undefined;
  const named = widgets.filter((widget) => widget !== free);
  const values = named.flatMap((widget) =>
    widget.kind === 'choice' ? widget.options.map((option) => option.value) : [undefined],
  );
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length < values.length || texts.length === 0) return undefined;
  return { ...free, input: 'line', suggestions: texts };
}

function plain(widget: Widget): Chosen {
  return { widget, nullable: false };
}

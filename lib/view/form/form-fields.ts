import type { FormField, FormSection } from '../../form/arrange-fields.ts';
import { describe } from '../../form/describe.ts';
import { pointerOf } from '../../form/faults.ts';
import { openingOf } from '../../form/help-opening.ts';
import type { Option, Widget } from '../../form/widget.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { groupedNumber } from '../../text/numbers.ts';
import { readableName } from '../../text/names.ts';

/** Limits recursive schemas: deeper fields are found by their parents. */
const maxDepth = 4;
const maxFields = 1500;
/** Searches the visible part of the help. */
const maxHelp = 90;

interface Walk {
  found: Option[];
  pointer: string;
  path: string[];
  depth: number;
}

/** Every field of a form, including nested ones, as search options. Each option's value starts with its pointer. */
export function searchableFields(fields: FormField[]): Option[] {
  const found: Option[] = [];
  for (const field of fields) add({ found, pointer: pointerOf('', field.name), path: [], depth: 0 }, field);
  return found;
}

function add(
  walk: Walk,
  { name, label, schema, help }: Pick<FormField, 'name' | 'label' | 'schema' | 'help'>,
): void {
  const { found, pointer, path, depth } = walk;
  if (found.length >= maxFields || depth > maxDepth) return;
  const { widget } = describe(schema);
  const text = openingOf(help);
  const short = text.length > maxHelp ? `${text.slice(0, maxHelp)}…` : text;
  const place = [...path, name].join(' › ');
  found.push({ value: [pointer, place], label, help: short === '' ? place : `${place}: ${short}` });
  addMembers({ ...walk, path: [...path, name], depth: depth + 1 }, widget);
}

function addMembers(walk: Walk, widget: Widget): void {
  if (widget.kind === 'union') {
    for (const { schema, label } of widget.branches) {
      const inner = describe(schema).widget;
      if (inner.kind === 'object')
        addMembers({ ...walk, path: [...walk.path, label], depth: walk.depth + 1 }, inner);
    }
  }
  if (widget.kind !== 'object') return;
  for (const { name, schema } of widget.members) {
    const { title, help } = describe(schema);
    const label = title || readableName(name);
    add({ ...walk, pointer: pointerOf(walk.pointer, name) }, { name, schema, label, help });
  }
}

/** Names shown in a line. */
const maxNames = 6;

/** The content of a closed section: "12 optional fields: currency, customer, …". */
export function sectionSummary({ fields, isGroup, sections }: FormSection): string {
  if (sections.length > 0)
    return counted(
      sections.length,
      'group',
      sections.map(({ label }) => label),
    );
  const [field] = fields;
  if (isGroup && field) return groupSummary(field);
  const isOptional = fields.every(({ required }) => !required);
  const kind = isOptional ? 'optional field' : 'field';
  return counted(
    fields.length,
    kind,
    fields.map(({ name }) => name),
  );
}

function groupSummary({ schema, required }: FormField): string {
  const { widget } = describe(schema);
  const optional = required ? '' : 'optional, ';
  if (widget.kind === 'object') {
    const names = widget.members.map(({ name }) => name);
    return optional + counted(names.length, 'field', names);
  }
  if (widget.kind === 'union') return `${optional}one of ${shown(widget.branches.map(({ label }) => label))}`;
  return `${optional}list`;
}

/** The names of the filled fields; for a group, those of its fields. */
export function filledNames({ fields, isGroup }: FormSection, value: JsonObject): string[] {
  const names = fields.map(({ name }) => name).filter((name) => Object.hasOwn(value, name));
  if (!isGroup) return names;
  return names.flatMap((name) => {
    const inner = value[name];
    return isJsonObject(inner) ? Object.keys(inner) : [name];
  });
}

function counted(count: number, unit: string, names: string[]): string {
  return `${groupedNumber(count)} ${unit}${count === 1 ? '' : 's'}: ${shown(names)}`;
}

function shown(names: string[]): string {
  return names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ', …' : '');
}

import type { SchemaNode } from '../schema/schema-node.ts';
import { readableName } from '../text/names.ts';
import { describe } from './describe.ts';
import { isGroup, type Widget } from './widget.ts';

export interface FormField {
  name: string;
  label: string;
  help: string;
  schema: SchemaNode;
  required: boolean;
  isPriced: boolean;
}

/** Fields that expand together. */
export interface FormSection {
  key: string;
  label: string;
  fields: FormField[];
  /** Whether its only field is a group itself, such as an object. */
  isGroup: boolean;
  /** Nested sections, if there are too many for one list. */
  sections: FormSection[];
}

export interface Arrangement {
  /** Visible from the start. */
  lead: FormField[];
  sections: FormSection[];
}

/** A form with at most this many inputs has no sections. */
const maxSmall = 18;
/** Inputs that a larger form shows from the start. With the sections they fill a screen or two. */
const maxLead = 6;
const maxSections = 14;
/** With fewer optional fields than this, no sections are made. */
const maxTogether = 10;
/** So many fields with the same first word make a section. */
const leastAlike = 3;

/** Puts required and priced fields of a large form first, and the rest into sections. Undefined for a small form. */
export function arrangeFields(fields: FormField[]): Arrangement | undefined {
  if (!isLarge(fields)) return undefined;
  const first = [
    ...fields.filter(({ required }) => required),
    ...fields.filter(({ required, isPriced }) => isPriced && !required),
  ];
  const lead = withinBudget(first);
  const isLead = new Set(lead);
  const left = first.filter((field) => !isLead.has(field));
  const rest = fields.filter(({ required, isPriced }) => !required && !isPriced);
  const single = rest.filter((field) => !isWide(field));
  const sections = [
    ...section(
      'more',
      'More required and priced fields',
      left.filter((field) => !isWide(field)),
    ),
    ...left.filter(isWide).map(groupSection),
    ...alikeSections(single),
    ...rest.filter(isWide).map(groupSection),
  ];
  return { lead, sections: fewSections(sections) };
}

function isLarge(fields: FormField[]): boolean {
  let count = 0;
  for (const { schema, required } of fields) {
    count += required ? inputCount(schema, maxSmall + 1) : 1;
    if (count > maxSmall) return true;
  }
  return false;
}

function withinBudget(fields: FormField[]): FormField[] {
  let left = maxLead;
  return fields.filter(({ schema }) => {
    const count = inputCount(schema, maxLead + 1);
    if (count > left) return false;
    left -= count;
    return true;
  });
}

function isWide({ schema }: FormField): boolean {
  return isGroup(describe(schema).widget);
}

function groupSection(field: FormField): FormSection {
  return { key: `group ${field.name}`, label: field.label, fields: [field], isGroup: true, sections: [] };
}

function section(key: string, label: string, fields: FormField[]): FormSection[] {
  return fields.length === 0 ? [] : [{ key, label, fields, isGroup: false, sections: [] }];
}

function alikeSections(fields: FormField[]): FormSection[] {
  if (fields.length <= maxTogether) return section('optional', 'Optional fields', fields);
  const byWord = new Map<string, FormField[]>();
  for (const field of fields) {
    const [word = ''] = readableName(field.name).split(' ');
    byWord.set(word, [...(byWord.get(word) ?? []), field]);
  }
  const alike = [...byWord].filter(([, some]) => some.length >= leastAlike && some.length < fields.length);
  const placed = new Set(alike.flatMap(([, some]) => some));
  const others = fields.filter((field) => !placed.has(field));
  return [
    ...alike.flatMap(([word, some]) => section(`word ${word}`, word, some)),
    ...section('optional', placed.size === 0 ? 'Optional fields' : 'Other optional fields', others),
  ];
}

function fewSections(sections: FormSection[]): FormSection[] {
  if (sections.length <= maxSections) return sections;
  const shown = sections.slice(0, maxSections - 1);
  const inner = sections.slice(maxSections - 1);
  const fields = inner.flatMap((one) => one.fields);
  return [...shown, { key: 'rest', label: 'More groups', fields, isGroup: false, sections: inner }];
}

/** Depth to which nested inputs are counted. */
const maxDepth = 4;

/** The number of inputs in an open field, counted up to `most`. */
function inputCount(schema: SchemaNode, most: number, depth = 0): number {
  const { widget } = describe(schema);
  if (depth >= maxDepth) return 1;
  return Math.max(1, countOf(widget, most, depth + 1));
}

function countOf(widget: Widget, most: number, depth: number): number {
  if (widget.kind === 'union') {
    const [first] = widget.branches;
    return 1 + (first === undefined ? 0 : inputCount(first.schema, most, depth));
  }
  if (widget.kind !== 'object') return 1;
  let count = 0;
  for (const { schema, required } of widget.members) {
    // An optional group is collapsed behind a button.
    count += required ? inputCount(schema, most - count, depth) : 1;
    if (count >= most) return most;
  }
  return count;
}

import { groupedNumber } from '../../text/grouped-number.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { describe } from '../../form/describe.ts';
import type { FormField, FormSection } from '../../form/arrange-fields.ts';

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

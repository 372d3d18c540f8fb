import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { enumMeanings } from './enum-meanings.ts';
import { childPointer, member } from './pointer.ts';
import type { SchemaWork } from './schema-work.ts';
import { coerced, fitsTypes, readType, type TypeName } from './schema-type.ts';
import type { Dialect } from './source-document.ts';

export function convertEnum({ raw, out, pointer, lose }: SchemaWork, types: TypeName[]): void {
  const constant = member(raw, 'const');
  if (constant !== undefined) out['const'] = constant;
  const value = member(raw, 'enum');
  if (value === undefined) return;
  const at = childPointer(pointer, 'enum');
  const listed = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value)
      : value === null
        ? []
        : [value];
  if (!Array.isArray(value))
    lose(at, `enum is not a list; ${listed.length ? 'its values are read as a list' : 'it is left out'}.`);
  else if (listed.length === 0) lose(at, 'enum is empty; it is left out.');
  const unique = distinct(listed);
  if (unique.length === 0) return;
  const meanings = enumMeanings(raw, listed);
  if (meanings !== undefined) out['x-enum-descriptions'] = meanings;
  const wrong = unique.filter((item) => item !== null && !fitsTypes(item, types));
  if (wrong.length === 0) {
    out['enum'] = unique;
    return;
  }
  const repaired = unique.map((item) => coerced(item, types) ?? item);
  out['enum'] = distinct(repaired);
  if (repaired.some((item) => fitsTypes(item, types))) {
    lose(at, `Values of enum that are not of the schema's type (${brief(wrong)}) are converted if possible.`);
  } else {
    delete out['type'];
    lose(childPointer(pointer, 'type'), `No value of enum has this type; the type is left out.`);
  }
}

export function convertAnnotations({ raw, out, pointer, lose }: SchemaWork): void {
  const declared = member(raw, 'nullable') === true || member(raw, 'x-nullable') === true;
  const { types } = readType(out['type'] ?? 'any');
  const allowed: TypeName[] = types.length > 0 && declared ? [...types, 'null'] : types;
  const given = member(raw, 'default');
  if (given !== undefined) {
    const value = checked(given, out, allowed);
    if (value !== undefined) out['default'] = value;
    else if (given !== null)
      lose(
        childPointer(pointer, 'default'),
        `The default ${brief([given])} does not fit its schema; it is left out.`,
      );
  }
  const examples = exampleList(raw);
  if (examples === undefined) return;
  const fitting = examples.flatMap((example) => {
    const value = checked(example, out, allowed);
    return value === undefined ? [] : [value];
  });
  if (fitting.length > 0) out['examples'] = fitting;
  if (fitting.length < examples.length) {
    const wrong = examples.filter((example) => checked(example, out, allowed) === undefined);
    lose(pointer, `The example ${brief(wrong)} does not fit its schema; it is left out.`);
  }
}

/** The value in the schema's type; undefined if it does not fit the type or the enum. */
function checked(value: JsonValue, out: JsonObject, types: TypeName[]): JsonValue | undefined {
  const fitting = coerced(value, types);
  const listed = out['enum'];
  if (fitting === undefined || !Array.isArray(listed)) return fitting;
  const text = JSON.stringify(fitting);
  return listed.some((item) => JSON.stringify(item) === text) || (fitting === null && types.includes('null'))
    ? fitting
    : undefined;
}

/** Converts `nullable` and `x-nullable` to 2020-12. */
export function withNull({ raw, out, pointer, lose }: SchemaWork, dialect: Dialect): Schema {
  const nullable = [member(raw, 'nullable'), member(raw, 'x-nullable')].some(
    (flag) => flag === true || flag === 'true',
  );
  if (!nullable) return out;
  if (dialect === '3.1' && member(raw, 'nullable') !== undefined) {
    lose(childPointer(pointer, 'nullable'), 'OpenAPI 3.1 has no nullable; it is read as in 3.0.');
  }
  const listed = out['enum'];
  if (Array.isArray(listed) && !listed.includes(null)) out['enum'] = [...listed, null];
  const type = out['type'];
  if (typeof type === 'string' && type !== 'null') out['type'] = [type, 'null'];
  else if (Array.isArray(type) && !type.includes('null')) out['type'] = [...type, 'null'];
  const outward = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly', 'default', 'examples'];
  const constrains = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const', 'if'].some(
    (key) => out[key] !== undefined,
  );
  if (!constrains) return out;
  const wrapper: JsonObject = {};
  for (const [key, value] of Object.entries(out).filter(([keyword]) => outward.includes(keyword))) {
    wrapper[key] = value;
    delete out[key];
  }
  return { ...wrapper, anyOf: [out, { type: 'null' }] };
}

function exampleList(raw: JsonObject): JsonValue[] | undefined {
  const examples = member(raw, 'examples');
  const example = member(raw, 'example');
  const listed = Array.isArray(examples) ? examples : [];
  const all = example === undefined ? listed : [example, ...listed];
  return all.length > 0 ? all : undefined;
}

function distinct(values: JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function brief(values: JsonValue[]): string {
  const text = values
    .slice(0, 3)
    .map((value) => JSON.stringify(value))
    .join(', ');
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { Work } from './work.ts';

/** Characters that are compared or written in one step. */
const charactersPerStep = 32;

/** Deep equality that ignores the order of keys. */
export function isEqual(a: JsonValue, b: JsonValue, work: Work): boolean {
  work.spend(1);
  if (a === b) return true;
  if (Array.isArray(a))
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isEqual(item, b[index] ?? null, work))
    );
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  work.spend((keys.length + others.length) >> 2);
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null, work))
  );
}

/** Whether all items differ. Comparing every pair would take minutes for 100,000 objects. */
export function areUnique(items: JsonValue[], work: Work): boolean {
  if (items.length < 2) return true;
  const seen = new Set<JsonValue>();
  for (const item of items) {
    seen.add(keyOf(item, work));
  }
  return seen.size === items.length;
}

/** A key that equal values share. Keys of structures begin with a bracket, so no text has the same key. */
function keyOf(value: JsonValue, work: Work): JsonValue {
  if (typeof value === 'object' && value !== null) return canonical(value, work);
  work.spend(2);
  return typeof value === 'string' ? `"${value}` : value;
}

function canonical(value: JsonValue, work: Work): string {
  work.spend(4);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, work)).join(',')}]`;
  if (!isJsonObject(value)) {
    if (typeof value === 'string') work.spend(Math.ceil(value.length / charactersPerStep));
    return JSON.stringify(value);
  }
  const keys = Object.keys(value).sort();
  work.spend(keys.length * Math.ceil(Math.log2(keys.length + 1)));
  const members = keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null, work)}`);
  return `{${members.join(',')}}`;
}

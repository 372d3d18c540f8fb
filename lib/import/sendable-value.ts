import { isWellFormed } from '../bind/percent-encode.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';

/** Below the body limits of the portal's endpoints, because they would refuse a larger example. */
const maxDepth = 40;
const maxValues = 5000;
const maxText = 100_000;

/** Whether the portal would accept a value as JSON. */
export function isSendable(value: JsonValue): boolean {
  let values = 0;
  let text = 0;
  const holds = (inner: JsonValue, depth: number): boolean => {
    values += 1;
    if (values > maxValues || depth > maxDepth) return false;
    if (typeof inner === 'number')
      return Number.isFinite(inner) && Math.abs(inner) <= Number.MAX_SAFE_INTEGER;
    if (typeof inner === 'string') {
      text += inner.length;
      return text <= maxText && isWellFormed(inner);
    }
    if (Array.isArray(inner)) return inner.every((item) => holds(item, depth + 1));
    if (!isJsonObject(inner)) return true;
    return Object.entries(inner).every(([key, item]) => !forbidden.has(key) && holds(item, depth + 1));
  };
  return holds(value, 0);
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

import type { JsonObject, JsonValue } from '../json/json.ts';
import { member } from './pointer.ts';

export interface BoundRepair {
  keyword: string;
  what: string;
}

/** The number of a limit. Counts are whole and not negative; a step is positive. */
export function repairNumber(value: JsonValue, keyword: string, isCount: boolean): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (isCount && (!Number.isInteger(number) || number < 0)) return undefined;
  return keyword === 'multipleOf' && number <= 0 ? undefined : number;
}

/** Converts exclusive limits, which were booleans before 3.1, and removes limits that no value satisfies. */
export function repairBounds(raw: JsonObject, out: JsonObject): BoundRepair[] {
  const repairs = [
    exclusive(raw, out, 'Minimum', 'minimum'),
    exclusive(raw, out, 'Maximum', 'maximum'),
  ].flat();
  for (const [low, high] of boundPairs) {
    const [from, to] = [out[low], out[high]];
    if (typeof from !== 'number' || typeof to !== 'number') continue;
    const strict = low.startsWith('exclusive') || high.startsWith('exclusive');
    if (from < to || (from === to && !strict)) continue;
    delete out[low];
    delete out[high];
    repairs.push({
      keyword: low,
      what: `No value is both ${low} ${from} and ${high} ${to}; both are left out.`,
    });
  }
  return repairs;
}

const boundPairs: [string, string][] = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

function exclusive(raw: JsonObject, out: JsonObject, side: string, inclusive: string): BoundRepair[] {
  const keyword = `exclusive${side}`;
  const value = member(raw, keyword);
  if (value === undefined || value === false || value === null) return [];
  if (value !== true) {
    const number = repairNumber(value, keyword, false);
    if (number === undefined)
      return [{ keyword, what: `${JSON.stringify(value)} is not a limit; it is left out.` }];
    out[keyword] = number;
    return [];
  }
  const limit = out[inclusive];
  if (limit === undefined)
    return [{ keyword, what: `There is no ${inclusive} to be exclusive of; it is left out.` }];
  out[keyword] = limit;
  delete out[inclusive];
  return [];
}

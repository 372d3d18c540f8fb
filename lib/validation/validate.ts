import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { ValueExplanation } from './value-explanation.ts';
import { type Fault, fault } from './fault.ts';
import { ValueWalk } from './value-walk.ts';
import { TooComplex, TooDeep, Work } from './work.ts';

/** Time and memory for listing all faults grow with the square of the value, so larger values report only the first. */
const maxNodesListed = 5000;

const tooComplex: Fault = {
  ...fault('', 'takes too many steps to check'),
  code: 'too-complex',
};

export type Verdict = 'valid' | 'invalid' | 'too-complex';

/** Whether a value is valid, without an explanation. */
export function verdictOn(node: SchemaNode, value: JsonValue, work = new Work()): Verdict {
  try {
    return new ValueWalk(work).holds(node, value) ? 'valid' : 'invalid';
  } catch (error) {
    if (error instanceof TooComplex) return 'too-complex';
    if (error instanceof TooDeep) return 'invalid';
    throw error;
  }
}

/** At most `maxFaults`; for very large values only the first. A verdict comes first, because it is faster. */
export function validate(node: SchemaNode, value: JsonValue, work = new Work()): Fault[] {
  try {
    const walk = new ValueWalk(work);
    return walk.holds(node, value) ? [] : explain(node, value, walk);
  } catch (error) {
    if (error instanceof TooComplex) return [tooComplex];
    if (error instanceof TooDeep) return [fault('', 'is described too deeply to be checked')];
    throw error;
  }
}

function explain(node: SchemaNode, value: JsonValue, walk: ValueWalk): Fault[] {
  const thorough = hasFewerNodesThan(value, maxNodesListed);
  const { work } = walk;
  const rest = work.left;
  const most = work.forExplanation;
  work.left = most;
  walk.remember();
  try {
    return new ValueExplanation(walk, thorough).all(node, value);
  } catch (error) {
    if (error instanceof TooComplex || error instanceof TooDeep)
      return [fault('', 'is not what this field takes')];
    throw error;
  } finally {
    work.left = Math.max(0, rest - (most - work.left));
  }
}

function hasFewerNodesThan(value: JsonValue, most: number): boolean {
  const pending: JsonValue[] = [value];
  for (let seen = 0; pending.length > 0; seen += 1) {
    if (seen + pending.length > most) return false;
    const next = pending.pop();
    if (Array.isArray(next)) {
      if (next.length > most) return false;
      pending.push(...next);
    } else if (isJsonObject(next)) {
      const members: JsonObject = next;
      for (const key of Object.keys(members)) pending.push(members[key] ?? null);
    }
  }
  return true;
}

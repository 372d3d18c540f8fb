import { create } from 'jsondiffpatch';
import { format } from 'jsondiffpatch/formatters/jsonpatch';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  before: unknown;
  after: unknown;
}

const arrayLimit = 2000;
const differ = create({ objectHash: (item) => JSON.stringify(item) });

export const diffJson = operation<Input>(({ before, after }) => {
  refuseImpossible(before);
  refuseImpossible(after);
  const patch = format(differ.diff(bare(before), bare(after)));
  return json({ equal: patch.length === 0, patch });
});

/**
 * Time and memory of the shortest patch grow with the product of the array lengths. The library loses members that are
 * named like the prototype.
 */
function refuseImpossible(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > arrayLimit) {
    throw new Refusal(`An array has more than ${arrayLimit} items; compare shorter ones.`);
  }
  if (Object.hasOwn(value, '__proto__'))
    throw new Refusal('A member is named "__proto__", which a patch cannot name.');
  for (const child of Object.values(value)) refuseImpossible(child);
}

/** Objects without a prototype: the library would confuse a key such as toString with the inherited method. */
function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const entries = Object.entries(value).map(([key, child]) => [key, bare(child)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

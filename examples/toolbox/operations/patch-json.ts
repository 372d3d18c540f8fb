import { applyPatch, type Operation as Change, Pointer } from 'rfc6902';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  document: unknown;
  patch: Change[];
}

const resultLimitCharacters = 4 * 1024 * 1024;

export const patchJson = operation<Input>(({ document, patch }) => {
  // A patch may replace the whole document (path ""), which the library can only do inside a holder.
  const holder = { document };
  for (const [index, change] of patch.entries()) {
    const held = inHolder(change);
    const [error] = leadsBesideAnArray(holder, held) ? [true] : applyPatch(holder, [held]);
    if (error)
      throw new Refusal(`Change ${index + 1}, ${describe(change)}, cannot be made; nothing was changed.`);
    if (change.op === 'copy') refuseLarge(holder);
  }
  return json({ document: holder.document ?? null });
});

function inHolder(change: Change): Change {
  const path = `/document${change.path}`;
  return 'from' in change ? { ...change, path, from: `/document${change.from}` } : { ...change, path };
}

/** The library would set a member with that name on the array, which JSON cannot show. */
function leadsBesideAnArray(holder: unknown, { op, path }: Change): boolean {
  const place: { parent: unknown; key: string } = Pointer.fromJSON(path).evaluate(holder);
  const { parent, key } = place;
  return Array.isArray(parent) && !/^(0|[1-9]\d*)$/.test(key) && !(key === '-' && op !== 'replace');
}

/** A copy can double the document, and forty copies can fill any memory. */
function refuseLarge(document: unknown): void {
  if (JSON.stringify(document).length > resultLimitCharacters) {
    throw new Refusal('The copies make the document longer than four million characters.');
  }
}

function describe(change: Change): string {
  return `${change.op} ${change.path || '(the whole document)'}`;
}

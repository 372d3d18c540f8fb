import { applyPatch, type Operation as Change } from 'rfc6902';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  document: unknown;
  patch: Change[];
}

export const patchJson = operation<Input>(({ document, patch }) => {
  // A patch may replace the whole document (path ""), which the library can only do inside a holder.
  const holder = { document };
  const inside = patch.map((change) => ({
    ...change,
    path: `/document${change.path}`,
    ...('from' in change ? { from: `/document${change.from}` } : {}),
  }));
  const failed = applyPatch(holder, inside).findIndex((error) => error !== null);
  if (failed >= 0)
    throw new Refusal(
      `Change ${failed + 1}, ${describe(patch[failed])}, cannot be made; nothing was changed.`,
    );
  return json({ document: holder.document ?? null });
});

function describe(change: Change | undefined): string {
  return change ? `${change.op} ${change.path || '(the whole document)'}` : 'which is missing';
}

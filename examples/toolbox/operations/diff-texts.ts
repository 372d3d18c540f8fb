import { FILE_HEADERS_ONLY, diffLines, diffWords, formatPatch, structuredPatch } from 'diff';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  before: string;
  after: string;
  unit: 'lines' | 'words';
  context: number;
}

/** For each of two comparisons, within the limit of two seconds. */
const timeout = 900;

export const diffTexts = operation<Input>(({ before, after, unit, context }) => {
  const changes =
    unit === 'words' ? diffWords(before, after, { timeout }) : diffLines(before, after, { timeout });
  const patch = structuredPatch('before', 'after', before, after, '', '', { context, timeout });
  if (!changes || !patch)
    throw new Refusal('The texts differ in too many places to compare; send shorter ones.');
  const total = (kind: 'added' | 'removed') =>
    changes.reduce((sum, change) => sum + (change[kind] ? change.count : 0), 0);
  return json({
    added: total('added'),
    removed: total('removed'),
    changes: changes.map(({ added, removed, value }) => ({ kind: kindOf(added, removed), text: value })),
    patch: patch.hunks.length === 0 ? '' : formatPatch(patch, FILE_HEADERS_ONLY),
  });
});

function kindOf(added: boolean, removed: boolean): 'added' | 'removed' | 'same' {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

import { z } from 'zod';
import type { Context } from '../portal/context.ts';
import { wholeParameter } from '../whole-parameter.ts';
import { mostRowKey } from './list-parameters.ts';

const mostEntries = 10_000;
const usualEntries = 1_000;

export const auditExportQuery = z.object({
  after: wholeParameter(0, mostRowKey, 'the number of an entry')
    .default(0)
    .meta({
      description: 'Only entries with a larger number. The link of a response has that of its last one.',
      override: { type: 'integer', minimum: 0, default: 0 },
    }),
  pageSize: wholeParameter(1, mostEntries, `a whole number from 1 to ${mostEntries}`)
    .default(usualEntries)
    .meta({
      description: 'Entries per page.',
      override: { type: 'integer', minimum: 1, maximum: mostEntries, default: usualEntries },
    }),
});

/** The audit log as `farebox audit export` prints it, oldest first: `farebox verify audit` checks it. */
export async function exportAudit(
  { store }: Context,
  { after, pageSize }: z.output<typeof auditExportQuery>,
): Promise<{ text: string; next: number | null }> {
  const found = await store.audit.entriesAfter(after, pageSize + 1);
  const entries = found.slice(0, pageSize);
  const next = found.length > pageSize ? (entries.at(-1)?.number ?? null) : null;
  return { text: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), next };
}

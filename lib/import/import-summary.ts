import type { ImportResult } from './import-document.ts';

/** Losses shown for each operation. The drafts and the report have all of them. */
const maxShownLosses = 5;

/** The result of an import, operation by operation, for people. */
export function importSummary({ document, operations }: Extract<ImportResult, { ok: true }>): string {
  const lines = [
    `${document.title || 'A document without a title'} ${document.version} (OpenAPI ${document.openapi})`,
    ...document.losses.slice(0, maxShownLosses).map(({ pointer, what }) => `    ${pointer || '/'}: ${what}`),
    ...(document.losses.length > maxShownLosses
      ? [`    and ${moreLosses(document.losses.length - maxShownLosses)}`]
      : []),
    '',
  ];
  for (const { id, method, path, imported, losses } of operations) {
    lines.push(`${imported ? 'imported' : 'NOT IMPORTED'}  ${method.toUpperCase()} ${path}  as ${id}`);
    const shown = imported ? losses.slice(0, maxShownLosses) : losses.slice(-maxShownLosses);
    for (const { pointer, what } of shown) lines.push(`    ${pointer || '/'}: ${what}`);
    if (losses.length > shown.length) lines.push(`    and ${moreLosses(losses.length - shown.length)}`);
  }
  const done = operations.filter((operation) => operation.imported).length;
  const losses = operations.reduce((sum, operation) => sum + operation.losses.length, document.losses.length);
  lines.push(
    '',
    `${done} of ${operations.length} operations imported. ${losses === 1 ? '1 loss is' : `${losses} losses are`} listed above.`,
    '',
  );
  return lines.join('\n');
}

function moreLosses(count: number): string {
  return count === 1 ? '1 more loss' : `${count} more losses`;
}

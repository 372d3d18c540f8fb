import type { UpdatedFile } from './updated-drafts.ts';

/** The changed and kept parts of an update, file by file, for people. */
export function updateSummary(files: UpdatedFile[]): string {
  return [
    section(
      'Updated from the document:',
      files.map(({ name, changed }) => ({ name, parts: changed })),
    ),
    section(
      'Kept as you have it, although the document differs:',
      files.map(({ name, kept }) => ({ name, parts: kept })),
    ),
  ].join('');
}

function section(title: string, files: { name: string; parts: string[] }[]): string {
  const lines = files.flatMap(({ name, parts }) =>
    parts.length > 0 ? [`    ${name}: ${parts.join(', ')}\n`] : [],
  );
  return lines.length > 0 ? `${title}\n${lines.join('')}\n` : '';
}

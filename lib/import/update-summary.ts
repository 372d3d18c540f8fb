import type { UpdatedFile } from './updated-drafts.ts';

/** The changed and kept parts of an update, file by file, for people. */
export function updateSummary(files: UpdatedFile[]): string {
  return [
    section(
      'Changed to what the document says now:',
      files.map(({ name, changed }) => ({ name, parts: changed })),
    ),
    section(
      'Kept as you have it, although the document says something else:',
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

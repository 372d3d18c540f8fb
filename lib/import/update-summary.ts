import type { UpdatedFile } from './drafts/updated-drafts.ts';

/** The news of an update, file by file, for people. */
export function updateSummary(files: UpdatedFile[]): string {
  return [
    section('No longer in the document, so these go offline:', files, ({ removed }) => removed),
    section(
      'In the document again, and offline until you set their status:',
      files,
      ({ returned }) => returned,
    ),
    section('Breaking for callers:', files, ({ breaking = [] }) => breakingText(breaking)),
    section('Updated from the document:', files, ({ changed }) => changed.join(', ')),
    section('Kept as you have it, although the document differs:', files, ({ kept }) => kept.join(', ')),
  ].join('');
}

function section(
  title: string,
  files: UpdatedFile[],
  textOf: (file: UpdatedFile) => string | undefined,
): string {
  const lines = files.flatMap((file) => {
    const text = textOf(file);
    return text ? [`    ${file.name}: ${text.replace(/\p{Cc}+/gu, ' ')}\n`] : [];
  });
  return lines.length > 0 ? `${title}\n${lines.join('')}\n` : '';
}

/** A person reads no more of one product at a time. */
const changesShown = 10;

/** Breaking changes of one product on one line. */
export function breakingText(changes: string[]): string {
  const rest = changes.length - changesShown;
  return [...changes.slice(0, changesShown), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

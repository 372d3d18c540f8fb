import { dirname, relative, resolve } from 'node:path';
import { isJsonObject } from '../../lib/json/json.ts';
import type { CatalogueEntry } from '../../lib/product/catalogue-entry.ts';
import { markdownProblem } from '../../lib/text/markdown-limits.ts';
import { type CatalogueFile, noNul, type Path } from './catalogue-file.ts';
import type { FolderFiles } from './folder-files.ts';

/** A documentation page is read, sent and searched as a whole. */
const maximumDocBytes = 256 * 1024;

/** The Markdown of `doc` or of the file that it names; undefined after a mistake. */
export function readDoc(
  file: CatalogueFile,
  at: Path,
  path: string,
  doc: CatalogueEntry['doc'],
  files: FolderFiles,
): string | undefined {
  if (typeof doc === 'string') {
    const size = Buffer.byteLength(doc);
    if (size <= maximumDocBytes) return checkMarkdown(file, at, doc);
    file.add(at, tooLong(size));
    return undefined;
  }
  const docFile = resolve(dirname(path), doc.file);
  const reading = files.read(docFile, maximumDocBytes);
  const shown = relative('', docFile);
  if (reading.ok && !reading.bytes.includes(0))
    return checkMarkdown(file, [...at, 'file'], reading.bytes.toString(), shown);
  if (reading.ok) file.add([...at, 'file'], `${shown}: ${noNul}`);
  else if (reading.why === 'too-large') file.add([...at, 'file'], tooLong(reading.size));
  else if (reading.why === 'absent')
    file.add([...at, 'file'], `Expected a Markdown file; ${shown} does not exist.`);
  else file.add([...at, 'file'], `Expected a Markdown file; ${shown} ${reading.reason}.`);
  return undefined;
}

/** The text, if a page can show it. `shown` names the file that it is from, if it is in one of its own. */
export function checkMarkdown(
  file: CatalogueFile,
  at: Path,
  text: string,
  shown?: string,
): string | undefined {
  const problem = markdownProblem(text);
  if (problem === undefined) return text;
  const where = shown === undefined ? `Line ${problem.line} of the text has more.` : '';
  file.add(
    at,
    `${shown === undefined ? '' : `${shown}:${problem.line}: `}${problem.expected} ${where}`.trim(),
  );
  return undefined;
}

/** Checks the descriptions of an operation, which its form and its reference show. */
export function checkDescriptions(file: CatalogueFile, at: Path, value: unknown): void {
  if (Array.isArray(value)) value.forEach((item, index) => checkDescriptions(file, [...at, index], item));
  if (!isJsonObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'description' || key === 'summary') && typeof inner === 'string')
      checkMarkdown(file, [...at, key], inner);
    else checkDescriptions(file, [...at, key], inner);
  }
}

function tooLong(size: number): string {
  return `Expected at most ${maximumDocBytes / 1024} KiB of documentation; found ${Math.ceil(size / 1024)} KiB.`;
}

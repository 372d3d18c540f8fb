import { dirname, relative, resolve } from 'node:path';
import type { CatalogueEntry } from '../../lib/product/catalogue-entry.ts';
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
    if (size <= maximumDocBytes) return doc;
    file.add(at, tooLong(size));
    return undefined;
  }
  const docFile = resolve(dirname(path), doc.file);
  const reading = files.read(docFile, maximumDocBytes);
  if (reading.ok && !reading.bytes.includes(0)) return reading.bytes.toString();
  const shown = relative('', docFile);
  if (reading.ok) file.add([...at, 'file'], `${shown}: ${noNul}`);
  else if (reading.why === 'too-large') file.add([...at, 'file'], tooLong(reading.size));
  else if (reading.why === 'absent')
    file.add([...at, 'file'], `Expected a Markdown file; ${shown} does not exist.`);
  else file.add([...at, 'file'], `Expected a Markdown file; ${shown} ${reading.reason}.`);
  return undefined;
}

function tooLong(size: number): string {
  return `Expected at most ${maximumDocBytes / 1024} KiB of documentation; found ${Math.ceil(size / 1024)} KiB.`;
}

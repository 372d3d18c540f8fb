import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { findImported, type ImportResult, importDocument } from '../../lib/import/import-document.ts';
import type { Loss } from '../../lib/import/loss.ts';
import { isJsonObject } from '../../lib/json/json.ts';
import type { Operation } from '../../lib/operation/operation.ts';
import type { CatalogueEntry } from '../../lib/product/catalogue-entry.ts';
import { markdownProblem } from '../../lib/text/markdown-text.ts';
import { didYouMean } from '../../lib/text/names.ts';
import { type FileReading, readRegularFile, unreadBecause } from '../files/read-regular-file.ts';
import { type CatalogueFile, noNul, type Path } from './catalogue-file.ts';

/** A documentation page is read, sent and searched as a whole. */
const maximumDocBytes = 256 * 1024;

/** The Markdown of `doc` or of the file that it names; undefined after a mistake. */
export function readDoc(
  file: CatalogueFile,
  at: Path,
  path: string,
  doc: CatalogueEntry['doc'],
  files: EntryFiles,
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

type FolderReading = FileReading | { ok: false; why: 'outside'; reason: string };

/** The files that an entry may name. */
export interface EntryFiles {
  read(path: string, mostBytes: number): FolderReading;
}

/** The console has no files. */
export const noFiles: EntryFiles = {
  read: () => ({ ok: false, why: 'outside', reason: 'cannot be read: the console has no files' }),
};

/** Reads only files inside the folder, also through links, because a catalogue may come from a stranger. */
export class FolderFiles implements EntryFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(path: string, mostBytes: number): FolderReading {
    try {
      const real = realpathSync(path);
      if (isWithin(realpathSync(this.#folder), real)) return readRegularFile(real, mostBytes);
    } catch (error) {
      return unreadBecause(error);
    }
    return { ok: false, why: 'outside', reason: 'is outside the applied folder' };
  }
}

/** Whether an absolute path is inside an absolute folder. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}

/** The largest public OpenAPI documents have about ten megabytes. */
const maximumDocumentBytes = 32 * 1024 * 1024;

type FoundOperation =
  | { ok: true; operation: Operation; losses: Loss[] }
  | { ok: false; at: 'document' | 'id'; expected: string };

/** The OpenAPI documents of a catalogue, each imported once. */
export class ImportedDocuments {
  readonly #results = new Map<string, ImportResult>();

  constructor(readonly files: EntryFiles) {}

  find(path: string, id: string): FoundOperation {
    const shown = relative('', path);
    const result = this.#results.get(path) ?? this.#import(path, shown);
    this.#results.set(path, result);
    if (!result.ok)
      return {
        ok: false,
        at: 'document',
        expected: `Expected an OpenAPI document at ${shown}: ${result.reason}.`,
      };
    const found = findImported(result.operations, id);
    if (!found) {
      const ids = result.operations.map((one) => one.operation?.operationId ?? one.id);
      const expected = `Expected an operation of ${shown}; it has none with the id "${id}".${didYouMean(id, ids)}`;
      return { ok: false, at: 'id', expected };
    }
    if (!found.operation) {
      const why = found.losses.map(({ pointer, what }) => `${pointer} ${what}`.trim()).join(' ');
      return {
        ok: false,
        at: 'id',
        expected: `Expected an operation that can be imported; "${id}" cannot: ${why}`,
      };
    }
    return { ok: true, operation: found.operation, losses: found.losses };
  }

  #import(path: string, shown: string): ImportResult {
    const reading = this.files.read(path, maximumDocumentBytes);
    if (reading.ok) return importDocument(reading.bytes);
    if (reading.why === 'absent') return { ok: false, reason: `there is no file ${shown}` };
    if (reading.why === 'too-large')
      return { ok: false, reason: `it is larger than ${maximumDocumentBytes / 1024 / 1024} MiB` };
    return { ok: false, reason: `it ${reading.reason}` };
  }
}

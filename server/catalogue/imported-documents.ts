import { relative } from 'node:path';
import { didYouMean } from '../../lib/text/closest-name.ts';
import type { Operation } from '../../lib/operation/operation.ts';
import { findImported, type ImportResult, importDocument } from '../../lib/import/import-document.ts';
import type { Loss } from '../../lib/import/loss.ts';
import type { FolderFiles } from './folder-files.ts';

/** The largest public OpenAPI documents have about ten megabytes. */
const maximumDocumentBytes = 32 * 1024 * 1024;

export type FoundOperation =
  | { ok: true; operation: Operation; losses: Loss[] }
  | { ok: false; at: 'document' | 'id'; expected: string };

/** The OpenAPI documents of a catalogue, each imported once. */
export class ImportedDocuments {
  readonly #results = new Map<string, ImportResult>();

  constructor(readonly files: FolderFiles) {}

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

import { createHash } from 'node:crypto';
import { fileTextSize } from '../../lib/operation/file-text.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';

/** Shorter values are not worth replacing by a hash. */
const shortestFile = 100;

/** The input as stored for its owner, with hashes in place of files. */
export function keptInput(input: JsonObject, { takesFiles }: Pick<CompiledVersion, 'takesFiles'>): string {
  return takesFiles ? JSON.stringify(input, withoutFile) : JSON.stringify(input);
}

function withoutFile(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length < shortestFile) return value;
  const bytes = fileTextSize(value);
  if (bytes === undefined) return value;
  return { bytes, sha256: createHash('sha256').update(value).digest('hex') };
}

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../lib/json/json.ts';
import { reusableInput } from '../../../../../lib/view/playground/reusable-input.ts';

const file = { bytes: 90_000, sha256: 'a'.repeat(64) };

it.each<[string, JsonObject, JsonObject, boolean]>(
  // biome-ignore format: a table
  [
    ['is the same without files', { a: 1, b: [{ c: null }] }, { a: 1, b: [{ c: null }] }, true],
    ['has no file', { a: 1, file }, { a: 1 }, false],
    ['has no file within', { a: { file, b: 2 } }, { a: { b: 2 } }, false],
    ['has no list with a gap', { files: [file, 'x'], b: 2 }, { b: 2 }, false],
    ['keeps what only looks like a file', { a: { bytes: 1, sha256: 'b' } }, { a: { bytes: 1, sha256: 'b' } }, true],
  ],
)('what is used again %s', (_, kept, input, isWhole) => {
  expect(reusableInput(kept)).toEqual({ input, isWhole });
});

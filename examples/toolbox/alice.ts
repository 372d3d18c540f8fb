import { readFileSync } from 'node:fs';

/** Alice's Adventures in Wonderland. Both the source and the build are two folders below the root. */
export function alice(): string {
  return readFileSync(new URL('../../examples/toolbox/alice.txt', import.meta.url), 'utf8');
}

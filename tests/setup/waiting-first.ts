import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They wait for most of their time. Left to the end, one of them runs while all processors but one are idle. */
const waits = /\/(?:clients-that-leave|stop|storage|answers-nobody-reads)\.deep\.test\.ts$/;

/**
 * Vitest begins with the largest files where it knows of no earlier run, and size says little about time. It ends a
 * process, with all that it has loaded, wherever the next file wants another environment: those that want the same
 * one come together.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = new Map(sorted.map((file) => [file, rankOf(file)]));
    return sorted.toSorted((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  if (waits.test(moduleId)) return 0;
  return readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment') ? 1 : 2;
}

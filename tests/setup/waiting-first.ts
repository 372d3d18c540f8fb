import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They wait for most of their time. Left to the end, one of them runs while all processors but one are idle. */
const waits = /\/(?:clients-that-leave|stop|storage|answers-nobody-reads)\.deep\.test\.ts$/;

/** Vitest begins with the largest files where it knows of no earlier run, and size says little about time. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => waits.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !waits.test(moduleId)),
    ];
  }
}

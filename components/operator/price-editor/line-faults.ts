import { type EntryPath, entryPath } from '../../../lib/product/edit-price.ts';
import type { CheckedEntry } from '../../../lib/operator/products.ts';

/** The faults of an entry by the paths of their fields. */
export class LineFaults {
  readonly #faults: readonly { path: EntryPath; expected: string }[];

  constructor(text: string, mistakes: CheckedEntry['mistakes']) {
    this.#faults = mistakes.map((mistake) => ({
      path: entryPath(text, mistake),
      expected: mistake.expected,
    }));
  }

  /** The first fault at a field. */
  at(...path: EntryPath): string | undefined {
    return this.#faults.find((fault) => isSame(fault.path, path))?.expected;
  }

  /** The faults of a part that none of its fields shows. */
  restOf(part: EntryPath, shown: readonly EntryPath[]): string[] {
    return this.#faults
      .filter(({ path }) => part.every((name, index) => path[index] === name))
      .filter(({ path }) => !shown.some((one) => isSame(path, [...part, ...one])))
      .map(({ expected }) => expected);
  }
}

function isSame(one: EntryPath, other: EntryPath): boolean {
  return one.length === other.length && one.every((name, index) => String(name) === String(other[index]));
}

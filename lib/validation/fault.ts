import { typeNames } from './sentence.ts';

/** One thing that is wrong with a value. */
export interface Fault {
  pointer: string;
  detail: string;
  /** The kind of the mismatch: a union reports the branch whose mismatches are the mildest. */
  kind: 'type' | 'choice' | 'other';
  /** For a mismatch of type: the types that would have been right. */
  expected?: string[];
  /** Nothing is known of the value: the validation ran out of its budget. */
  code?: 'too-complex';
}

export function fault(pointer: string, detail: string): Fault {
  return { pointer, detail, kind: 'other' };
}

export function choiceFault(pointer: string, detail: string): Fault {
  return { pointer, detail, kind: 'choice' };
}

export function typeFault(pointer: string, expected: string[]): Fault {
  return { pointer, detail: `must be ${typeNames(expected)}`, kind: 'type', expected };
}

/** No fault is told twice. */
export function distinct(faults: Iterable<Fault>, most: number): Fault[] {
  const found = new Map<string, Fault>();
  for (const one of faults) {
    const key = `${one.pointer}\n${one.detail}`;
    if (!found.has(key)) found.set(key, one);
    if (found.size >= most) break;
  }
  return [...found.values()];
}

export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

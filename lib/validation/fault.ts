import { typeNames } from './sentence.ts';

export interface Fault {
  pointer: string;
  detail: string;
  /** A union reports the branch with the mildest kinds of fault. */
  kind: 'type' | 'choice' | 'other';
  /** For a wrong type: the allowed types. */
  expected?: string[];
  /** The validation exceeded its budget, so the value may be valid or not. */
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

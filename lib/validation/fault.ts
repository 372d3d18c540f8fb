/** One thing that is wrong with a value. */
export interface Fault {
  pointer: string;
  detail: string;
  /** What kind of mismatch it is: a union reports the branch whose mismatches are the mildest. */
  kind: 'type' | 'choice' | 'other';
  /** For a mismatch of type: the types that would have been right. */
  expected?: string[];
}

export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

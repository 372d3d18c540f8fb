/** What one browser keeps of replies, of all products together. */
export const mostKept = 20;
export const mostKeptBytes = 16 * 1024 * 1024;
/** A larger reply would push out all others. */
export const mostReplyBytes = 4 * 1024 * 1024;

interface Kept {
  callId: string;
  endedMs: number;
  bytes: number;
}

/** Which replies are to go so that the others are within the bounds: the oldest. */
export function beyondBounds(kept: readonly Kept[]): string[] {
  let bytes = 0;
  return kept
    .toSorted((one, other) => other.endedMs - one.endedMs)
    .filter((one, index) => {
      bytes += one.bytes;
      return index >= mostKept || bytes > mostKeptBytes;
    })
    .map(({ callId }) => callId);
}

/** Limits for the stored replies of all products. */
export const mostSavedReplies = 20;
export const mostSavedBytes = 16 * 1024 * 1024;
/** A larger reply would push out all others. */
export const mostReplyBytes = 4 * 1024 * 1024;

interface Saved {
  callId: string;
  endedMs: number;
  bytes: number;
}

/** The replies to delete to stay within the limits: the oldest ones. */
export function beyondLimits(saved: readonly Saved[]): string[] {
  let bytes = 0;
  return saved
    .toSorted((one, other) => other.endedMs - one.endedMs)
    .filter((one, index) => {
      bytes += one.bytes;
      return index >= mostSavedReplies || bytes > mostSavedBytes;
    })
    .map(({ callId }) => callId);
}

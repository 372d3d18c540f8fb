/** The code of the problem with which the portal ends a broken stream; null for any other data. */
export function problemCodeOf(data: string): string | null {
  return /^\{"type":"\/problems\/([a-z0-9-]{1,60})","code":"\1"/.exec(data)?.[1] ?? null;
}

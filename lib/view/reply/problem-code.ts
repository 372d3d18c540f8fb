/** The code of the problem that the portal closes a stream with when it broke off; null for any other data. */
export function problemCodeOf(data: string): string | null {
  return /^\{"type":"\/problems\/([a-z0-9-]{1,60})","code":"\1"/.exec(data)?.[1] ?? null;
}

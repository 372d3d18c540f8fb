/** Undefined if it has expired. */
export function usableNow<Active extends { expiresAtMs: number | null }>(active: Active): Active | undefined {
  return active.expiresAtMs === null || Date.now() < active.expiresAtMs ? active : undefined;
}

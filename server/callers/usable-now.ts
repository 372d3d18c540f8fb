import type { ActiveKey } from '../store/accounts.ts';

export function usableNow(active: ActiveKey): ActiveKey | undefined {
  return active.expiresAtMs === null || Date.now() < active.expiresAtMs ? active : undefined;
}

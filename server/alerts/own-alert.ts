import { mayRole } from '../../lib/account/member-role.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccount, requireUncapped } from '../callers/own-key.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../portal/context.ts';
import type { AlertSubject } from '../store/alerts.ts';

/** Alerts tell about the whole account, so a key with a spending limit does not change them. */
export async function requireAlertManager(context: Context, caller: Caller): Promise<void> {
  requireAccount(caller);
  requireRole(caller, 'manage-alerts');
  await requireUncapped(context, caller);
}

/** To whom a key is not shown, an alert of it does not exist. */
export function seesSubject({ member }: Caller, of: AlertSubject | null): boolean {
  const isHidden = of?.kind === 'key' && member !== null && !mayRole(member.role, 'read-keys');
  return !isHidden || of.personKey === member.personKey;
}

/** Refuses an alert that the caller does not see. What an alert watches never changes. */
export async function requireSeenAlert({ store }: Context, caller: Caller, id: string): Promise<void> {
  const alerts = await store.alerts.list(caller.purse);
  if (!alerts.some((alert) => alert.id === id && seesSubject(caller, alert.of))) throw noSuchAlert(id);
}

export function noSuchAlert(id: string): Problem {
  return new Problem('not-found', `Your account has no alert ${JSON.stringify(id.slice(0, 100))}.`);
}

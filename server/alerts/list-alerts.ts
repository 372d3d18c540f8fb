import type { AlertList } from '../../lib/account/alerts.ts';
import { utcToday } from '../../lib/text/utc-day.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccount } from '../callers/own-key.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../portal/context.ts';
import { belowPeriod } from '../store/alert-changes.ts';
import type { ListedAlertRow } from '../store/alerts.ts';
import { periodOf } from './assess-alerts.ts';
import { seesSubject } from './own-alert.ts';

/** The alerts of the caller's account that the caller may see. */
export async function listAlerts({ store }: Context, caller: Caller): Promise<AlertList> {
  requireAccount(caller);
  requireRole(caller, 'read-credits');
  const today = utcToday();
  const [rows, webhooks] = await Promise.all([
    store.alerts.list(caller.purse),
    store.webhooks.list(caller.purse),
  ]);
  const taking = webhooks.filter(
    ({ events, disabledAt }) => disabledAt === null && events.includes('alert.reached'),
  );
  return {
    list: rows.filter(({ of }) => seesSubject(caller, of)).map((row) => listedAlert(row, today)),
    takingWebhooks: taking.length,
  };
}

function listedAlert(row: ListedAlertRow, today: string): AlertList['list'][number] {
  const { id, watches, credits, of, people, tellsWebhooks, createdAt, reachedAt, toldPeriod } = row;
  const period = watches === 'balance' ? belowPeriod : periodOf(watches, today);
  return {
    id,
    watches,
    credits,
    people,
    webhooks: tellsWebhooks,
    createdAt: createdAt.toISOString(),
    of: of && { kind: of.kind, id: of.id, name: of.name },
    reachedAt: reachedAt?.toISOString() ?? null,
    isReached: toldPeriod === period,
  };
}

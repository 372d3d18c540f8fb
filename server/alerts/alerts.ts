import { mostAlerts, type NewAlert, type AlertList, type AlertChanges } from '../../lib/account/alerts.ts';
import { mayRole } from '../../lib/account/roles.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { utcToday } from '../../lib/text/times.ts';
import type { Caller } from '../callers/caller.ts';
import { noSuchKey } from '../callers/list-keys.ts';
import {
  activeAuthor,
  memberAuthor,
  requireRole,
  requireAccount,
  requireUncapped,
} from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { memberRefusal } from '../members/members.ts';
import { randomLetters } from '../call-id.ts';
import type { Author } from '../store/author.ts';
import { belowPeriod } from '../store/messages/alert-jobs.ts';
import type { ListedAlertRow, AlertSubject } from '../store/messages/read-alerts.ts';
import { writeChange } from '../store/write-change.ts';
import { periodOf } from './assess-alerts.ts';

/** Creates an alert of the caller's account. */
export async function createAlert(
  context: Context,
  caller: Caller,
  { watches, credits, keyId, personId, people, webhooks }: NewAlert,
  author: Author,
): Promise<{ id: string }> {
  const manager = activeAuthor(memberAuthor(author, caller, 'manage-alerts'), caller);
  const pointer = keyId === undefined ? '/personId' : '/keyId';
  if (watches === 'balance' && (keyId ?? personId) !== undefined)
    throw invalidBody([{ pointer, detail: 'Only accounts have a balance. Watch a day or a month.' }]);
  if (keyId !== undefined && personId !== undefined)
    throw invalidBody([{ pointer: '/personId', detail: 'Name a key or a member, not both.' }]);
  if (keyId !== undefined) requireRole(caller, 'read-keys');
  const id = `alr_${randomLetters(16)}`;
  const wish = {
    id,
    accountId: caller.purse,
    watches,
    credits,
    tellsWebhooks: webhooks,
    keyId: keyId ?? null,
    personId: personId ?? null,
    people: people ?? (await ownId(context, caller)),
    now: Date.now(),
    most: mostAlerts,
  };
  const result = await writeChange(context, 'create-alert', wish, manager);
  if (result.outcome === 'no-account') throw new Problem('not-found', 'There is no such account.');
  if (result.outcome === 'no-key') throw noSuchKey(result.id);
  if (result.outcome === 'no-member') throw memberRefusal('no-member', result.id);
  if (result.outcome === 'too-many')
    throw new Problem('forbidden', `The account already has ${mostAlerts} alerts, which is the maximum.`);
  return { id };
}

/** A key that belongs to nobody tells nobody. */
async function ownId({ store }: Context, { member }: Caller): Promise<string[]> {
  return member ? [(await store.members.readPerson(member.key)).id] : [];
}

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

/** Changes an alert of the caller's account. If the credits change, it starts anew. */
export async function changeAlert(
  context: Context,
  caller: Caller,
  id: string,
  { credits, people, webhooks }: AlertChanges,
  author: Author,
): Promise<void> {
  const manager = activeAuthor(memberAuthor(author, caller, 'manage-alerts'), caller);
  await requireSeenAlert(context, caller, id);
  const changes = {
    ...(credits !== undefined && { credits }),
    ...(people && { people }),
    ...(webhooks !== undefined && { tellsWebhooks: webhooks }),
  };
  const change = { id, accountId: caller.purse, changes, now: Date.now() };
  const result = await writeChange(context, 'change-alert', change, manager);
  if (result.outcome === 'no-alert') throw noSuchAlert(id);
  if (result.outcome === 'no-member') throw memberRefusal('no-member', result.id);
}

/** Deletes an alert of the caller's account. */
export async function deleteAlert(
  context: Context,
  caller: Caller,
  id: string,
  author: Author,
): Promise<void> {
  await requireSeenAlert(context, caller, id);
  const wish = { id, accountId: caller.purse };
  const manager = memberAuthor(author, caller, 'manage-alerts');
  const { deleted } = await writeChange(context, 'delete-alert', wish, manager);
  if (!deleted) throw noSuchAlert(id);
}

/** Alerts tell about the whole account, so a key with a spending limit does not change them. */
export async function requireAlertManager(context: Context, caller: Caller): Promise<void> {
  requireAccount(caller);
  requireRole(caller, 'manage-alerts');
  await requireUncapped(context, caller);
}

/** To whom a key is not shown, an alert of it does not exist. */
function seesSubject({ member }: Caller, of: AlertSubject | null): boolean {
  const isHidden = of?.kind === 'key' && member !== null && !mayRole(member.role, 'read-keys');
  return !isHidden || of.personKey === member.personKey;
}

/** Refuses an alert that the caller does not see. What an alert watches never changes. */
async function requireSeenAlert({ store }: Context, caller: Caller, id: string): Promise<void> {
  const alerts = await store.alerts.list(caller.purse);
  if (!alerts.some((alert) => alert.id === id && seesSubject(caller, alert.of))) throw noSuchAlert(id);
}

function noSuchAlert(id: string): Problem {
  const named = JSON.stringify(id.slice(0, 100));
  return new Problem('not-found', `Your account has no alert ${named} that you may see.`);
}

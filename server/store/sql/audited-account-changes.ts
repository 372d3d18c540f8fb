import type { Payload, Result } from '../writer-verbs.ts';
import { createKey } from './audited-changes.ts';
import type { AuditedChange } from './shared-job.ts';

// What the audit log says of changes of accounts and roles, as audited-changes.ts does of others.

type Change = AuditedChange | null;

export function createAccount(
  { id, credits = 0 }: Payload<'create-account'>,
  { takenBy }: Result<'create-account'>,
): Change {
  return takenBy === null ? { target: id, after: { credits } } : null;
}

export function suspendAccount(
  { accountId, suspended }: Payload<'suspend-account'>,
  { changed }: Result<'suspend-account'>,
): Change {
  return changed ? { target: accountId, before: { suspended: !suspended }, after: { suspended } } : null;
}

export function capAccount(
  { accountId, reason }: Payload<'cap-account'>,
  result: Result<'cap-account'>,
): Change {
  if (result.outcome !== 'capped') return null;
  const { before, after } = result;
  const isSame = (['capDay', 'capMonth', 'capTotal'] as const).every((name) => before[name] === after[name]);
  return isSame ? null : { target: accountId, before, after, reason };
}

export function setOperatorRole(
  { personId, role }: Payload<'set-operator-role'>,
  result: Result<'set-operator-role'>,
): Change {
  if (result.outcome !== 'set' || result.before === role) return null;
  const { before, revokedKeys } = result;
  const after = { operatorRole: role, ...(revokedKeys > 0 && { revokedKeys }) };
  return { target: personId, before: { operatorRole: before }, after };
}

export function createAlert(alert: Payload<'create-alert'>, result: Result<'create-alert'>): Change {
  if (result.outcome !== 'created') return null;
  const { id, accountId, watches, credits, keyId, personId, people, tellsWebhooks } = alert;
  const of = { keyId, personId, people: [...people] };
  return { target: id, after: { accountId, watches, credits, ...of, tellsWebhooks } };
}

export function changeAlert(
  { id, accountId }: Payload<'change-alert'>,
  result: Result<'change-alert'>,
): Change {
  if (result.outcome !== 'changed') return null;
  const facts = ({ people, ...others }: typeof result.before) => ({
    accountId,
    ...others,
    people: [...people],
  });
  return { target: id, before: facts(result.before), after: facts(result.after) };
}

export function deleteAlert(
  { id, accountId }: Payload<'delete-alert'>,
  { deleted }: Result<'delete-alert'>,
): Change {
  return deleted ? { target: id, before: { accountId } } : null;
}

export function grantClient({ key }: Payload<'grant-client'>, result: Result<'grant-client'>): Change {
  const change = createKey(key, result);
  return change && { ...change, after: { ...change.after, clientId: key.client.id } };
}

import type { JsonObject } from '../../../lib/json/json.ts';
import type { Payload, Result } from '../writer-verbs.ts';
import type { AuditedChange } from './shared-job.ts';

// What the audit log says of each change: what it was of, and values without secrets. Names and addresses are not in
// it, because its chain cannot forget them: they are found by id.

type Change = AuditedChange | null;

export function createKey(key: Payload<'create-key'>, result: Result<'create-key'>): Change {
  if (!result.created) return null;
  const { id, accountId, operator, capDay, capMonth, capTotal, access = 'call' } = key;
  const expiresAt = key.expiresAt === null ? null : new Date(key.expiresAt).toISOString();
  const { products } = result;
  return {
    target: id,
    after: { accountId, operator, expiresAt, capDay, capMonth, capTotal, access, products },
  };
}

export function changeKey(
  { id, accountId, changes }: Payload<'change-key'>,
  result: Result<'change-key'>,
): Change {
  if (result.outcome !== 'changed') return null;
  const named = ({ expiresAt, name: _name, ...facts }: typeof result.before) => {
    const all = { ...facts, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
    return Object.fromEntries(Object.entries(all).filter(([name]) => name in changes));
  };
  const renamed = result.before.name === result.after.name ? {} : { renamed: true };
  const [before, after] = [named(result.before), { ...named(result.after), ...renamed }];
  return { target: id, before: { accountId, ...before }, after: { accountId, ...after } };
}

export function endEarlierSecret(
  { id }: Payload<'end-earlier-secret'>,
  { ended }: Result<'end-earlier-secret'>,
): Change {
  return ended ? { target: id } : null;
}

export function rotateKey(
  { id, hint, earlierEndsAt }: Payload<'rotate-key'>,
  { rotated }: Result<'rotate-key'>,
): Change {
  const after = { hint, earlierEndsAt: new Date(earlierEndsAt).toISOString() };
  return rotated ? { target: id, after } : null;
}

export function grant({ purseId, credits, kind, reason, callId }: Payload<'grant'>): Change {
  const after = callId === undefined ? { credits, kind } : { credits, kind, callId };
  return { target: purseId, after, reason };
}

/** Sessions of keys are many, and the key says who it was. */
export function openSession(payload: Payload<'open-session'>): Change {
  return 'personKey' in payload
    ? { target: payload.id, after: { personId: payload.personId, device: payload.device } }
    : null;
}

export function ownProducts({ owners }: Payload<'own-products'>, result: Result<'own-products'>): Change {
  return result.taken ? null : { target: null, after: { products: owners.map(({ slug }) => slug) } };
}

export function publish({ products }: Payload<'publish'>, result: Result<'publish'>): Change {
  if (result.taken) return null;
  const statusOf = new Map(products.map(({ slug, status }) => [slug, status]));
  const published = result.products.map(({ slug, created, version }): JsonObject => {
    return { slug, created, version, status: statusOf.get(slug) ?? null };
  });
  return { target: null, after: { products: published } };
}

export function publishApi({ api: { id, slug, name } }: Payload<'publish-api'>): Change {
  return { target: id, after: { slug, name } };
}

export function publishSynonyms({ files, groups }: Payload<'publish-synonyms'>): Change {
  return { target: null, after: { files, groups: groups.length } };
}

export function publishTags({ tags }: Payload<'publish-tags'>): Change {
  return { target: null, after: { tags: tags.map(({ slug }) => slug) } };
}

export function removeApi({ slug }: Payload<'remove-api'>): Change {
  return { target: slug };
}

export function revokeKey({ id }: Payload<'revoke-key'>, result: Result<'revoke-key'>): Change {
  return result.found && result.before === null ? { target: id } : null;
}

export function setStatus({ status }: Payload<'set-status'>, { changed }: Result<'set-status'>): Change {
  const products = { products: changed };
  if (changed.length === 0) return null;
  return { target: null, before: { ...products, status: 1 - status }, after: { ...products, status } };
}

export function signAudit(end: Payload<'sign-audit'>, { signed }: Result<'sign-audit'>): Change {
  return signed ? { target: null, after: { ...end } } : null;
}

export function changePassword({ personId }: Payload<'change-password'>): Change {
  return { target: personId };
}

export function claimPortal(
  { person }: Payload<'claim-portal'>,
  { claimed }: Result<'claim-portal'>,
): Change {
  return claimed ? { target: person.id, after: { operatorRole: 'owner' } } : null;
}

export function confirmSession(
  { sessionId, personId, proof }: Payload<'confirm-session'>,
  { confirmed }: Result<'confirm-session'>,
): Change {
  return confirmed ? { target: sessionId, after: { personId, by: proof?.kind ?? 'password' } } : null;
}

export function endSessions(
  { personId, which }: Payload<'end-sessions'>,
  result: Result<'end-sessions'>,
): Change {
  const ended = { ended: result.ended };
  if (result.ended === 0) return null;
  return { target: personId, after: which === 'all' ? ended : { ...which, ...ended } };
}

export function makeOperator({ role }: Payload<'make-operator'>, result: Result<'make-operator'>): Change {
  return result.made ? { target: result.personId, after: { operatorRole: role } } : null;
}

export function seeAs({ accountId, sessionId, until }: Payload<'see-as'>, result: Result<'see-as'>): Change {
  if (!result.seen) return null;
  const before = result.before === null ? null : { accountId: result.before };
  return { target: accountId, before, after: { sessionId, until: new Date(until).toISOString() } };
}

export function endSeeAs({ sessionId }: Payload<'end-see-as'>, { accountId }: Result<'end-see-as'>): Change {
  return accountId === null ? null : { target: accountId, after: { sessionId } };
}

export function makePasswordLink(
  { expiresAt }: Payload<'make-password-link'>,
  { personId }: Result<'make-password-link'>,
): Change {
  return personId === null
    ? null
    : { target: personId, after: { expiresAt: new Date(expiresAt).toISOString() } };
}

export function provisionOperator(
  _: Payload<'provision-operator'>,
  { personId }: Result<'provision-operator'>,
): Change {
  return personId === null ? null : { target: personId, after: { operatorRole: 'owner' } };
}

export function usePasswordLink(
  _: Payload<'use-password-link'>,
  { personId }: Result<'use-password-link'>,
): Change {
  return personId === null ? null : { target: personId };
}

export function addPasskey(
  { id, personId }: Payload<'add-passkey'>,
  { outcome }: Result<'add-passkey'>,
): Change {
  return outcome === 'added' ? { target: id, after: { personId } } : null;
}

export function useMailCode({ session }: Payload<'use-mail-code'>, result: Result<'use-mail-code'>): Change {
  if (result.outcome === 'wrong') return null;
  const { personId, outcome } = result;
  if (outcome === 'pending') return { target: personId };
  return { target: session.id, after: { personId, device: session.device, by: 'mail-code' } };
}

export function removePasskey(
  { id, personId }: Payload<'remove-passkey'>,
  { outcome }: Result<'remove-passkey'>,
): Change {
  return outcome === 'removed' ? { target: id, before: { personId } } : null;
}

export function beginSecondFactor(
  { personId }: Payload<'begin-second-factor'>,
  { begun }: Result<'begin-second-factor'>,
): Change {
  return begun ? { target: personId } : null;
}

export function signInByPassword(
  { session }: Payload<'sign-in-by-password'>,
  { outcome }: Result<'sign-in-by-password'>,
): Change {
  if (outcome === 'changed') return null;
  const { id, personId, device } = session;
  return outcome === 'pending' ? { target: personId } : { target: id, after: { personId, device } };
}

export function enableSecondFactor(
  { personId }: Payload<'enable-second-factor'>,
  { enabled }: Result<'enable-second-factor'>,
): Change {
  return enabled ? { target: personId } : null;
}

export function finishSignIn(
  { session, proof }: Payload<'finish-sign-in'>,
  { outcome }: Result<'finish-sign-in'>,
): Change {
  const { id, personId, device } = session;
  return outcome === 'signed-in' ? { target: id, after: { personId, device, by: proof.kind } } : null;
}

export function removeSecondFactor(
  { personId }: Payload<'remove-second-factor'>,
  { removed }: Result<'remove-second-factor'>,
): Change {
  return removed ? { target: personId } : null;
}

export function resetFactors(_: Payload<'reset-factors'>, result: Result<'reset-factors'>): Change {
  return result.personId !== null && result.had ? { target: result.personId } : null;
}

export function erasePerson(_: Payload<'erase-person'>, result: Result<'erase-person'>): Change {
  if (result.outcome !== 'erased') return null;
  const { personId, closedAccounts, leftAccounts, revokedKeys } = result;
  return { target: personId, after: { closedAccounts, leftAccounts, revokedKeys } };
}

export function exportPerson(
  { personId }: Payload<'export-person'>,
  { exported }: Result<'export-person'>,
): Change {
  return exported ? { target: personId } : null;
}

export function createWebhook(webhook: Payload<'create-webhook'>, result: Result<'create-webhook'>): Change {
  return result.outcome === 'created'
    ? { target: webhook.id, after: { accountId: webhook.accountId, events: [...webhook.events] } }
    : null;
}

export function changeWebhook(
  { id, accountId }: Payload<'change-webhook'>,
  result: Result<'change-webhook'>,
): Change {
  if (result.outcome !== 'changed') return null;
  const { before, after } = result;
  const facts = ({ events, enabled }: typeof before) => ({ accountId, events: [...events], enabled });
  const moved = before.url === after.url ? {} : { addressChanged: true };
  return { target: id, before: facts(before), after: { ...facts(after), ...moved } };
}

export function deleteWebhook(
  { id }: Payload<'delete-webhook'>,
  { deleted }: Result<'delete-webhook'>,
): Change {
  return deleted ? { target: id } : null;
}

export function finishDelivery(
  _: Payload<'finish-delivery'>,
  { disabled }: Result<'finish-delivery'>,
): Change {
  return disabled && { target: disabled.webhookId, after: { disabled: true } };
}

export function connectIdentity(
  { identity: { id, issuer }, personId }: Payload<'connect-identity'>,
  { outcome }: Result<'connect-identity'>,
): Change {
  return outcome === 'connected' ? { target: id, after: { personId, issuer } } : null;
}

export function disconnectIdentity(
  { id, personId }: Payload<'disconnect-identity'>,
  result: Result<'disconnect-identity'>,
): Change {
  if (result.outcome !== 'disconnected') return null;
  return { target: id, before: { personId, issuer: result.issuer } };
}

export function register(
  { person, accountId, credits, proof }: Payload<'register'>,
  { outcome }: Result<'register'>,
): Change {
  const issuer = 'identity' in proof ? { issuer: proof.identity.issuer } : {};
  return outcome === 'registered' ? { target: person.id, after: { accountId, credits, ...issuer } } : null;
}

export function signInByIdentity(
  { session, proof: { issuer } }: Payload<'sign-in-by-identity'>,
  { outcome }: Result<'sign-in-by-identity'>,
): Change {
  const { id, personId, device } = session;
  return outcome === 'signed-in' ? { target: id, after: { personId, device, by: 'identity', issuer } } : null;
}

export function changeMember(
  { accountId, personId }: Payload<'change-member'>,
  result: Result<'change-member'>,
): Change {
  if (result.outcome !== 'changed') return null;
  return { target: personId, before: { accountId, ...result.before }, after: { accountId, ...result.after } };
}

export function createInvitation(
  { id, accountId, role, caps, sendTo }: Payload<'create-invitation'>,
  { outcome }: Result<'create-invitation'>,
): Change {
  const after = { accountId, role, ...caps, isMailed: sendTo !== null };
  return outcome === 'invited' ? { target: id, after } : null;
}

export function removeMember(
  { accountId, personId }: Payload<'remove-member'>,
  result: Result<'remove-member'>,
): Change {
  if (result.outcome !== 'removed') return null;
  const { role, revokedKeys } = result;
  return { target: personId, before: { accountId, role }, after: { accountId, role: null, revokedKeys } };
}

export function useInvitation({ who }: Payload<'use-invitation'>, result: Result<'use-invitation'>): Change {
  if (result.outcome !== 'joined') return null;
  const { personId, accountId, role } = result;
  const issuer = 'identity' in who && who.identity ? { issuer: who.identity.issuer } : {};
  return { target: personId, after: { accountId, role, ...issuer } };
}

export function withdrawInvitation(
  { id }: Payload<'withdraw-invitation'>,
  { withdrawn }: Result<'withdraw-invitation'>,
): Change {
  return withdrawn ? { target: id } : null;
}

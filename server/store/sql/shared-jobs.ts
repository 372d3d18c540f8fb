import {
  capAccountPayload,
  createAccountPayload,
  createKeyPayload,
  revokeKeyPayload,
  suspendAccountPayload,
} from '../account-changes.ts';
import { grantSchema } from '../ledger.ts';
import * as factors from '../factor-changes.ts';
import * as people from '../people-changes.ts';
import * as ofAccounts from './audited-account-changes.ts';
import * as ofMails from './audited-mail-changes.ts';
import * as audit from './audited-changes.ts';
import { catalogueJobs } from './catalogue-jobs.ts';
import { capAccount } from './jobs/cap-account.ts';
import { changeKey } from './jobs/change-key.ts';
import { changePassword } from './jobs/change-password.ts';
import { claimPortal } from './jobs/claim-portal.ts';
import { closeSession } from './jobs/close-session.ts';
import { confirmSession } from './jobs/confirm-session.ts';
import { countOutcomes } from './jobs/count-outcomes.ts';
import { createAccount } from './jobs/create-account.ts';
import { createKey } from './jobs/create-key.ts';
import { endEarlierSecret } from './jobs/end-earlier-secret.ts';
import { endSessions } from './jobs/end-sessions.ts';
import { erasePerson } from './jobs/erase-person.ts';
import { exportPerson } from './jobs/export-person.ts';
import { forgetInput } from './jobs/forget-input.ts';
import { grant } from './jobs/grant.ts';
import { makeOperator } from './jobs/make-operator.ts';
import { makePasswordLink } from './jobs/make-password-link.ts';
import { makeSetupLink } from './jobs/make-setup-link.ts';
import { noteRefusals } from './jobs/note-refusals.ts';
import { openSession } from './jobs/open-session.ts';
import { provisionOperator } from './jobs/provision-operator.ts';
import { revokeKey } from './jobs/revoke-key.ts';
import { rotateKey } from './jobs/rotate-key.ts';
import { endSeeAs, seeAs } from './jobs/see-as.ts';
import { seeSession } from './jobs/see-session.ts';
import { setOperatorRole } from './jobs/set-operator-role.ts';
import { signAudit } from './jobs/sign-audit.ts';
import { suspendAccount } from './jobs/suspend-account.ts';
import { usePasswordLink } from './jobs/use-password-link.ts';
import { addPasskey } from './jobs/add-passkey.ts';
import { beginSecondFactor } from './jobs/begin-second-factor.ts';
import { enableSecondFactor } from './jobs/enable-second-factor.ts';
import { finishSignIn } from './jobs/finish-sign-in.ts';
import { mailCode } from './jobs/mail-code.ts';
import { removePasskey } from './jobs/remove-passkey.ts';
import { removeSecondFactor } from './jobs/remove-second-factor.ts';
import { resetFactors } from './jobs/reset-factors.ts';
import { takeCodeTry } from './jobs/take-code-try.ts';
import { useMailCode } from './jobs/use-mail-code.ts';
import { beginRegistration } from './jobs/begin-registration.ts';
import { register } from './jobs/register.ts';
import { connectIdentity } from './jobs/connect-identity.ts';
import { disconnectIdentity } from './jobs/disconnect-identity.ts';
import { signInByIdentity } from './jobs/sign-in-by-identity.ts';
import { signInByPassword } from './jobs/sign-in-by-password.ts';
import { claimMail } from './jobs/claim-mail.ts';
import { finishMail } from './jobs/finish-mail.ts';
import { pruneMail } from './jobs/prune-mail.ts';
import { readMailText } from './jobs/read-mail-text.ts';
import { retryMail } from './jobs/retry-mail.ts';
import { dismissItem } from './jobs/dismiss-item.ts';
import { changeAlert } from './jobs/change-alert.ts';
import { createAlert } from './jobs/create-alert.ts';
import { deleteAlert } from './jobs/delete-alert.ts';
import { reachAlerts } from './jobs/reach-alerts.ts';
import { grantClient } from './jobs/grant-client.ts';
import { saveClientTokens } from './jobs/save-client-tokens.ts';
import { useClientCode } from './jobs/use-client-code.ts';
import { renewEncryptedTexts } from './jobs/renew-encrypted-texts.ts';
import { claimDeliveries } from './jobs/claim-deliveries.ts';
import { changeWebhook, createWebhook } from './jobs/create-webhook.ts';
import { deleteWebhook } from './jobs/delete-webhook.ts';
import { finishDelivery } from './jobs/finish-delivery.ts';
import { pruneDeliveries } from './jobs/prune-deliveries.ts';
import { testWebhook } from './jobs/test-webhook.ts';
import { changeMember } from './jobs/change-member.ts';
import { chooseAccount } from './jobs/choose-account.ts';
import { createInvitation } from './jobs/create-invitation.ts';
import { removeMember } from './jobs/remove-member.ts';
import { useInvitation } from './jobs/use-invitation.ts';
import { withdrawInvitation } from './jobs/withdraw-invitation.ts';
import { retryMailPayload } from '../mail-changes.ts';
import { createInvitationPayload } from '../member-changes.ts';
import type { SharedJob, SharedVerb } from './shared-job.ts';

/** What runs each shared verb of the writer. */
export const sharedJobs: { [Name in SharedVerb]: SharedJob<Name> } = {
  ...catalogueJobs,

  'change-key': { publishes: 'keys', audit: audit.changeKey, steps: changeKey },
  'close-session': { publishes: 'sessions', audit: false, steps: closeSession },
  'count-outcomes': { publishes: false, audit: false, steps: countOutcomes },
  // No index keeps a name from being taken twice.
  'create-account': {
    payload: createAccountPayload,
    publishes: false,
    locks: 'keys',
    audit: ofAccounts.createAccount,
    steps: createAccount,
  },
  // Nobody caches a key that is new.
  'create-key': {
    payload: createKeyPayload,
    publishes: false,
    locks: 'keys',
    audit: audit.createKey,
    steps: createKey,
  },
  'end-earlier-secret': { publishes: 'keys', audit: audit.endEarlierSecret, steps: endEarlierSecret },
  'forget-input': { publishes: false, audit: false, steps: forgetInput },
  grant: {
    payload: grantSchema,
    publishes: false,
    audit: audit.grant,
    steps: grant,
  },
  'note-refusals': { publishes: false, audit: false, steps: noteRefusals },
  'open-session': { publishes: 'sessions', audit: audit.openSession, steps: openSession },
  'revoke-key': { payload: revokeKeyPayload, publishes: 'keys', audit: audit.revokeKey, steps: revokeKey },
  'rotate-key': { publishes: 'keys', audit: audit.rotateKey, steps: rotateKey },
  'sign-audit': { publishes: false, audit: audit.signAudit, steps: signAudit },
  // Operator keys have the role of the person who made them.
  'set-operator-role': {
    payload: people.setOperatorRolePayload,
    publishes: 'keys',
    locks: 'sessions',
    audit: ofAccounts.setOperatorRole,
    steps: setOperatorRole,
  },
  // Holds lock the purse, too.
  'cap-account': {
    payload: capAccountPayload,
    publishes: false,
    audit: ofAccounts.capAccount,
    steps: capAccount,
  },
  'suspend-account': {
    payload: suspendAccountPayload,
    publishes: 'keys',
    audit: ofAccounts.suspendAccount,
    steps: suspendAccount,
  },

  'change-password': { publishes: 'sessions', audit: audit.changePassword, steps: changePassword },
  'claim-portal': { publishes: 'sessions', audit: audit.claimPortal, steps: claimPortal },
  'confirm-session': { publishes: 'sessions', audit: audit.confirmSession, steps: confirmSession },
  'end-sessions': {
    payload: people.endSessionsPayload,
    publishes: 'sessions',
    audit: audit.endSessions,
    steps: endSessions,
  },
  // Nobody signs in, joins or gets a key meanwhile.
  'erase-person': {
    payload: people.erasePersonPayload,
    publishes: 'keys',
    locks: 'sessions',
    audit: audit.erasePerson,
    steps: erasePerson,
  },
  'export-person': {
    payload: people.exportPersonPayload,
    publishes: false,
    audit: audit.exportPerson,
    steps: exportPerson,
  },
  'make-operator': {
    payload: people.makeOperatorPayload,
    publishes: 'sessions',
    audit: audit.makeOperator,
    steps: makeOperator,
  },
  'make-password-link': {
    payload: people.makePasswordLinkPayload,
    publishes: false,
    locks: 'sessions',
    audit: audit.makePasswordLink,
    steps: makePasswordLink,
  },
  'make-setup-link': { publishes: false, locks: 'sessions', audit: false, steps: makeSetupLink },
  'provision-operator': { publishes: 'sessions', audit: audit.provisionOperator, steps: provisionOperator },
  'see-as': { publishes: 'sessions', audit: audit.seeAs, steps: seeAs },
  'end-see-as': { publishes: 'sessions', audit: audit.endSeeAs, steps: endSeeAs },
  'see-session': { publishes: false, audit: false, steps: seeSession },
  'use-password-link': { publishes: 'sessions', audit: audit.usePasswordLink, steps: usePasswordLink },

  // The number of passkeys of a person is counted first.
  'add-passkey': { publishes: false, locks: 'sessions', audit: audit.addPasskey, steps: addPasskey },
  'begin-second-factor': {
    publishes: false,
    locks: 'sessions',
    audit: audit.beginSecondFactor,
    steps: beginSecondFactor,
  },
  'enable-second-factor': {
    publishes: false,
    locks: 'sessions',
    audit: audit.enableSecondFactor,
    steps: enableSecondFactor,
  },
  'finish-sign-in': { publishes: 'sessions', audit: audit.finishSignIn, steps: finishSignIn },
  'mail-code': { publishes: false, locks: 'sessions', audit: ofMails.mailCode, steps: mailCode },
  // What else the person signs in by is looked at first.
  'remove-passkey': { publishes: false, locks: 'sessions', audit: audit.removePasskey, steps: removePasskey },
  'remove-second-factor': {
    publishes: false,
    locks: 'sessions',
    audit: audit.removeSecondFactor,
    steps: removeSecondFactor,
  },
  'reset-factors': {
    payload: factors.resetFactorsPayload,
    publishes: 'sessions',
    audit: audit.resetFactors,
    steps: resetFactors,
  },
  'sign-in-by-password': { publishes: 'sessions', audit: audit.signInByPassword, steps: signInByPassword },
  'use-mail-code': { publishes: 'sessions', audit: audit.useMailCode, steps: useMailCode },
  // A counter, as those of the limits are.
  'take-code-try': { publishes: false, audit: false, steps: takeCodeTry },

  // What else the person signs in by is looked at first.
  'connect-identity': {
    publishes: false,
    locks: 'sessions',
    audit: audit.connectIdentity,
    steps: connectIdentity,
  },
  'disconnect-identity': {
    publishes: false,
    locks: 'sessions',
    audit: audit.disconnectIdentity,
    steps: disconnectIdentity,
  },
  // Strangers write nothing but a mail, which is a row of its own.
  'begin-registration': { publishes: false, locks: 'keys', audit: false, steps: beginRegistration },
  // New people, and names of accounts, come one after another.
  register: { publishes: 'keys', locks: 'sessions', audit: audit.register, steps: register },
  'sign-in-by-identity': {
    publishes: 'sessions',
    audit: audit.signInByIdentity,
    steps: signInByIdentity,
  },

  // Those of one account come one after another, so that it keeps an owner.
  'change-member': { publishes: 'keys', audit: audit.changeMember, steps: changeMember },
  'choose-account': { publishes: 'sessions', audit: false, steps: chooseAccount },
  'create-invitation': {
    payload: createInvitationPayload,
    publishes: false,
    locks: 'keys',
    audit: audit.createInvitation,
    steps: createInvitation,
  },
  'remove-member': { publishes: 'keys', audit: audit.removeMember, steps: removeMember },
  // The lock is that of all jobs that make people.
  'use-invitation': {
    publishes: 'keys',
    locks: 'sessions',
    audit: audit.useInvitation,
    steps: useInvitation,
  },
  'withdraw-invitation': {
    publishes: false,
    locks: 'keys',
    audit: audit.withdrawInvitation,
    steps: withdrawInvitation,
  },

  'claim-mail': { publishes: false, audit: false, steps: claimMail },
  'finish-mail': { publishes: false, audit: false, steps: finishMail },
  'prune-mail': { publishes: false, audit: false, steps: pruneMail },
  'read-mail-text': { publishes: false, audit: ofMails.readMailText, steps: readMailText },
  'dismiss-item': { publishes: false, audit: ofMails.dismissItem, steps: dismissItem },
  'retry-mail': { payload: retryMailPayload, publishes: false, audit: ofMails.retryMail, steps: retryMail },

  // Members who are told do not leave meanwhile, and the number of alerts of an account is counted first.
  'change-alert': { publishes: false, locks: 'keys', audit: ofAccounts.changeAlert, steps: changeAlert },
  'create-alert': { publishes: false, locks: 'keys', audit: ofAccounts.createAlert, steps: createAlert },
  'delete-alert': { publishes: false, audit: ofAccounts.deleteAlert, steps: deleteAlert },
  // Nobody's change: it follows from calls and grants, which have entries of their own.
  'reach-alerts': { publishes: false, audit: false, steps: reachAlerts },

  // Ends earlier grants that nobody uses.
  'grant-client': { publishes: 'keys', audit: ofAccounts.grantClient, steps: grantClient },
  // Parts of a sign-in. What was granted is logged, and that it ended. The uses of a refresh token are counted first.
  'save-client-tokens': { publishes: false, locks: 'keys', audit: false, steps: saveClientTokens },
  'use-client-code': { publishes: false, audit: false, steps: useClientCode },

  // The texts stay the same.
  'renew-encrypted-texts': { publishes: false, audit: false, steps: renewEncryptedTexts },

  'claim-deliveries': { publishes: false, audit: false, steps: claimDeliveries },
  // The number of webhooks of an account is counted first.
  'create-webhook': { publishes: false, locks: 'keys', audit: audit.createWebhook, steps: createWebhook },
  'change-webhook': { publishes: false, audit: audit.changeWebhook, steps: changeWebhook },
  'delete-webhook': { publishes: false, audit: audit.deleteWebhook, steps: deleteWebhook },
  // Attempts are not logged, but that one disables a webhook is.
  'finish-delivery': { publishes: false, audit: audit.finishDelivery, steps: finishDelivery },
  'prune-deliveries': { publishes: false, audit: false, steps: pruneDeliveries },
  'test-webhook': { publishes: false, audit: false, steps: testWebhook },
};

export function isSharedVerb(verb: string): verb is SharedVerb {
  return Object.hasOwn(sharedJobs, verb);
}

import type { z } from 'zod';
import type {
  CapAccountPayload,
  CapAccountResult,
  ChangeKeyPayload,
  ChangeKeyResult,
  CreateAccountPayload,
  CreateAccountResult,
  CreateKeyPayload,
  CreateKeyResult,
  OpenSessionPayload,
  RevokeKeyResult,
  RotateKeyPayload,
  revokeKeyPayload,
  SuspendAccountPayload,
} from './account-changes.ts';
import type {
  OwnProductsPayload,
  OwnProductsResult,
  PlaceOperationsPayload,
  PublishPayload,
  PublishResult,
  PublishSynonymsPayload,
  PublishTagsResult,
  publishApiPayload,
  publishTagsPayload,
  refreshProductsPayload,
  removeApiPayload,
  SetStatusResult,
  setStatusPayload,
} from './catalogue-changes.ts';
import type {
  ChangePasswordPayload,
  ClaimPortalPayload,
  ClaimPortalResult,
  ConfirmSessionPayload,
  EndSessionsPayload,
  ErasePersonPayload,
  ErasePersonResult,
  MakeOperatorPayload,
  MakeOperatorResult,
  MakePasswordLinkPayload,
  MakeSetupLinkPayload,
  SetOperatorRolePayload,
  SetOperatorRoleResult,
  ProvisionOperatorPayload,
  SeeAsPayload,
  SeeAsResult,
  UsePasswordLinkPayload,
  UsePasswordLinkResult,
} from './people-changes.ts';
import type { SignedEnd } from '../../lib/audit/audit-entry.ts';
import type { Balance, Grant, Granted, HoldResult } from './ledger.ts';
import type { Move, movePayload } from './move-changes.ts';
import type {
  CheckedPart,
  CountOutcomesPayload,
  HoldPayload,
  PrunePayload,
  SettlePayload,
} from './ledger-changes.ts';
import type * as alert from './alert-changes.ts';
import type * as client from './client-token-changes.ts';
import type { RenewEncryptedTextsPayload } from './encrypted-texts.ts';
import type { NoteRefusalsPayload } from './refused-calls.ts';
import type * as factor from './factor-changes.ts';
import type * as identity from './identity-changes.ts';
import type * as member from './member-changes.ts';
import type * as registration from './registration-changes.ts';
import type * as mail from './mail-changes.ts';
import type * as webhook from './webhook-changes.ts';

type Nothing = Record<string, never>;

/** Every verb of the writer, with what it takes and returns. */
export interface WriterVerbs {
  'change-key'(payload: ChangeKeyPayload): ChangeKeyResult;
  'close-session'(payload: { hash: string }): undefined;
  /** Adds calls that have ended to the outcomes of their hours. */
  'count-outcomes'(payload: CountOutcomesPayload): { counted: number; isDone: boolean };
  'create-account'(payload: CreateAccountPayload): CreateAccountResult;
  /** `created` is false where no account has the id, it has the most keys already, or the person is no member who calls. */
  'create-key'(payload: CreateKeyPayload): CreateKeyResult;
  'forget-input'(payload: { callKey: number }): { forgotten: boolean };
  grant(payload: Grant): Granted;
  hold(payload: HoldPayload): HoldResult;
  'mark-checked'(payload: CheckedPart): { marked: boolean };
  /** Returns the move after this step. */
  move(payload: z.output<typeof movePayload>): Move | null;
  /** Counts and lists calls that were refused before their hold. */
  'note-refusals'(payload: NoteRefusalsPayload): undefined;
  'open-session'(payload: OpenSessionPayload): undefined;
  'own-products'(payload: OwnProductsPayload): OwnProductsResult;
  'place-operations'(payload: PlaceOperationsPayload): Nothing;
  /** Resolves if writes can be committed now. */
  probe(payload: Nothing): undefined;
  prune(payload: PrunePayload): { deleted: number; lastKey: number | null };
  publish(payload: PublishPayload): PublishResult;
  'publish-api'(payload: z.output<typeof publishApiPayload>): Nothing;
  'publish-synonyms'(payload: PublishSynonymsPayload): undefined;
  'publish-tags'(payload: z.output<typeof publishTagsPayload>): PublishTagsResult;
  recover(payload: { nowMs: number }): { unknown: number };
  'refresh-products'(payload: z.output<typeof refreshProductsPayload>): { lastKey: number | null };
  'refresh-stale-products'(payload: Nothing): { isDone: boolean };
  'remove-api'(payload: z.output<typeof removeApiPayload>): Nothing;
  /** Ends the secret of before the last rotation. False if it has ended. */
  'end-earlier-secret'(payload: { id: string; now: number }): { ended: boolean };
  'revoke-key'(payload: z.output<typeof revokeKeyPayload>): RevokeKeyResult;
  /** False if there is no such key, or it is revoked. */
  'rotate-key'(payload: RotateKeyPayload): { rotated: boolean };
  'set-operator-role'(payload: SetOperatorRolePayload): SetOperatorRoleResult;
  'cap-account'(payload: CapAccountPayload): CapAccountResult;
  'suspend-account'(payload: SuspendAccountPayload): { changed: boolean };
  'set-status'(payload: z.output<typeof setStatusPayload>): SetStatusResult;
  'sign-audit'(payload: SignedEnd): { signed: boolean };
  settle(payload: SettlePayload): Balance;
  'shorten-file'(payload: Nothing): { bytes: number; isDone: boolean };

  'change-password'(payload: ChangePasswordPayload): { ended: number };
  'claim-portal'(payload: ClaimPortalPayload): ClaimPortalResult;
  'confirm-session'(payload: ConfirmSessionPayload): { confirmed: boolean };
  'end-sessions'(payload: EndSessionsPayload): { ended: number };
  'erase-person'(payload: ErasePersonPayload): ErasePersonResult;
  /** Notes in the audit log that the data of a person is exported; false if there is no such person. */
  'export-person'(payload: { personId: string }): { exported: boolean };
  'make-operator'(payload: MakeOperatorPayload): MakeOperatorResult;
  'make-password-link'(payload: MakePasswordLinkPayload): { personId: string | null };
  'make-setup-link'(payload: MakeSetupLinkPayload): { made: boolean };
  /** Null if there is an operator already. */
  'provision-operator'(payload: ProvisionOperatorPayload): { personId: string | null };
  /** Not seen if there is no such account, or the person is no operator any more. */
  'see-as'(payload: SeeAsPayload): SeeAsResult;
  /** `accountId`: the account that the session saw. */
  'end-see-as'(payload: Pick<SeeAsPayload, 'personKey' | 'sessionId'>): { accountId: string | null };
  'see-session'(payload: { hash: string; now: number }): undefined;
  'use-password-link'(payload: UsePasswordLinkPayload): UsePasswordLinkResult;

  'add-passkey'(payload: factor.AddPasskeyPayload): factor.AddPasskeyResult;
  'begin-second-factor'(payload: factor.BeginSecondFactorPayload): { begun: boolean };
  'enable-second-factor'(payload: factor.EnableSecondFactorPayload): { enabled: boolean };
  'finish-sign-in'(payload: factor.FinishSignInPayload): factor.FinishSignInResult;
  'mail-code'(payload: factor.MailCodePayload): { personId: string | null };
  'remove-passkey'(payload: factor.RemovePasskeyPayload): factor.RemovePasskeyResult;
  'remove-second-factor'(payload: factor.RemoveSecondFactorPayload): { removed: boolean };
  'reset-factors'(payload: z.output<typeof factor.resetFactorsPayload>): factor.ResetFactorsResult;
  'sign-in-by-password'(payload: factor.SignInByPasswordPayload): factor.SignInByPasswordResult;
  'use-mail-code'(payload: factor.UseMailCodePayload): factor.UseMailCodeResult;
  /** `retryAt`: null if the try counts. */
  'take-code-try'(payload: factor.TakeCodeTryPayload): { retryAt: number | null };

  'connect-identity'(payload: identity.ConnectIdentityPayload): identity.ConnectIdentityResult;
  'disconnect-identity'(payload: identity.DisconnectIdentityPayload): identity.DisconnectIdentityResult;
  'begin-registration'(payload: registration.BeginRegistrationPayload): registration.BeginRegistrationResult;
  register(payload: registration.RegisterPayload): registration.RegisterResult;
  'sign-in-by-identity'(payload: identity.SignInByIdentityPayload): identity.SignInByIdentityResult;

  'change-member'(payload: member.ChangeMemberPayload): member.ChangeMemberResult;
  /** `chosen` is false if the person is no member of the account. */
  'choose-account'(payload: member.ChooseAccountPayload): { chosen: boolean };
  'create-invitation'(payload: member.CreateInvitationPayload): member.CreateInvitationResult;
  'remove-member'(payload: member.RemoveMemberPayload): member.RemoveMemberResult;
  'use-invitation'(payload: member.UseInvitationPayload): member.UseInvitationResult;
  'withdraw-invitation'(payload: member.WithdrawInvitationPayload): member.WithdrawInvitationResult;

  'claim-mail'(payload: mail.ClaimPayload<string>): mail.ClaimedMail[];
  'finish-mail'(payload: mail.FinishMailPayload): { finished: boolean };
  'prune-mail'(payload: mail.PruneOutboxPayload): { deleted: number };
  'read-mail-text'(payload: { id: string }): { mail: { kind: string; text: string } | null };
  'retry-mail'(payload: z.output<typeof mail.retryMailPayload>): mail.RetryMailResult;

  'change-alert'(payload: alert.ChangeAlertPayload): alert.ChangeAlertResult;
  'create-alert'(payload: alert.CreateAlertPayload): alert.CreateAlertResult;
  'delete-alert'(payload: { id: string; accountId: string }): { deleted: boolean };
  /** `told`: how many others had not told before. */
  'reach-alerts'(payload: alert.ReachAlertsPayload): { told: number };

  /** As `create-key`. */
  'grant-client'(payload: client.GrantClientPayload): CreateKeyResult;
  'save-client-tokens'(payload: client.SaveClientTokensPayload): { saved: boolean };
  'use-client-code'(payload: client.UseClientCodePayload): { used: boolean };

  'renew-encrypted-texts'(payload: RenewEncryptedTextsPayload): { renewed: number };

  'dismiss-item'(payload: { item: string; now: number }): { dismissed: true };

  'change-webhook'(payload: webhook.ChangeWebhookPayload): webhook.ChangeWebhookResult;
  'claim-deliveries'(payload: mail.ClaimPayload<number>): webhook.ClaimedDelivery[];
  'create-webhook'(payload: webhook.CreateWebhookPayload): webhook.CreateWebhookResult;
  'delete-webhook'(payload: { id: string; accountId: string }): { deleted: boolean };
  'finish-delivery'(payload: webhook.FinishDeliveryPayload): webhook.FinishDeliveryResult;
  'prune-deliveries'(payload: mail.PruneOutboxPayload): { deleted: number };
  /** Null if the account has no such webhook, or it is disabled. */
  'test-webhook'(payload: { id: string; accountId: string; now: number }): { deliveryId: string | null };
}

export type Verb = keyof WriterVerbs;
export type Payload<Name extends Verb> = Parameters<WriterVerbs[Name]>[0];
export type Result<Name extends Verb> = ReturnType<WriterVerbs[Name]>;

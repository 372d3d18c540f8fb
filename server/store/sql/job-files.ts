// The files of changes that are written once for both engines. Each of their jobs is one.

export * as accountJobs from '../accounts/account-jobs.ts';
export * as clientTokenJobs from '../accounts/client-token-jobs.ts';
export * as invitationJobs from '../accounts/invitation-jobs.ts';
export * as keyJobs from '../accounts/key-jobs.ts';
export * as memberJobs from '../accounts/member-jobs.ts';
export * as outcomeJobs from '../calls/outcome-jobs.ts';
export * as refusalJobs from '../calls/refusal-jobs.ts';
export * as catalogueJobs from '../catalogue/catalogue-jobs.ts';
export * as credentialJobs from '../catalogue/credential-jobs.ts';
export * as importJobs from '../catalogue/import-jobs.ts';
export * as publishJobs from '../catalogue/publish-jobs.ts';
export * as alertJobs from '../messages/alert-jobs.ts';
export * as deliveryJobs from '../messages/delivery-jobs.ts';
export * as mailJobs from '../messages/mail-jobs.ts';
export * as webhookJobs from '../messages/webhook-jobs.ts';
export * as backupJobs from '../operation/backup-jobs.ts';
export * as upkeepJobs from '../operation/upkeep-jobs.ts';
export * as erasePerson from '../people/erase-person.ts';
export * as identityJobs from '../people/identity-jobs.ts';
export * as mailCodeJobs from '../people/mail-code-jobs.ts';
export * as passkeyJobs from '../people/passkey-jobs.ts';
export * as passwordJobs from '../people/password-jobs.ts';
export * as personJobs from '../people/person-jobs.ts';
export * as registrationJobs from '../people/registration-jobs.ts';
export * as secondFactorJobs from '../people/second-factor-jobs.ts';
export * as sessionJobs from '../people/session-jobs.ts';

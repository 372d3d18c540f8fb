import * as accountJobs from '../accounts/account-jobs.ts';
import * as clientTokenJobs from '../accounts/client-token-jobs.ts';
import * as invitationJobs from '../accounts/invitation-jobs.ts';
import * as keyJobs from '../accounts/key-jobs.ts';
import * as memberJobs from '../accounts/member-jobs.ts';
import * as outcomeJobs from '../calls/outcome-jobs.ts';
import * as refusalJobs from '../calls/refusal-jobs.ts';
import * as catalogueJobs from '../catalogue/catalogue-jobs.ts';
import * as publishJobs from '../catalogue/publish-jobs.ts';
import * as alertJobs from '../messages/alert-jobs.ts';
import * as deliveryJobs from '../messages/delivery-jobs.ts';
import * as mailJobs from '../messages/mail-jobs.ts';
import * as webhookJobs from '../messages/webhook-jobs.ts';
import * as upkeepJobs from '../operation/upkeep-jobs.ts';
import * as erasePerson from '../people/erase-person.ts';
import * as identityJobs from '../people/identity-jobs.ts';
import * as mailCodeJobs from '../people/mail-code-jobs.ts';
import * as passkeyJobs from '../people/passkey-jobs.ts';
import * as passwordJobs from '../people/password-jobs.ts';
import * as personJobs from '../people/person-jobs.ts';
import * as registrationJobs from '../people/registration-jobs.ts';
import * as secondFactorJobs from '../people/second-factor-jobs.ts';
import * as sessionJobs from '../people/session-jobs.ts';
import type { Job, PayloadOf, ResultOf } from './job.ts';

// The changes that are written once for both engines: every job of these files.

const files = [
  accountJobs,
  clientTokenJobs,
  invitationJobs,
  keyJobs,
  memberJobs,
  outcomeJobs,
  refusalJobs,
  catalogueJobs,
  publishJobs,
  alertJobs,
  deliveryJobs,
  mailJobs,
  webhookJobs,
  upkeepJobs,
  erasePerson,
  identityJobs,
  mailCodeJobs,
  passkeyJobs,
  passwordJobs,
  personJobs,
  registrationJobs,
  secondFactorJobs,
  sessionJobs,
] as const;

type Exported<File> = File extends unknown ? File[keyof File] : never;
type AnyJob = Extract<Exported<(typeof files)[number]>, { name: string; audit: unknown; steps: unknown }>;
export type SharedVerb = AnyJob['name'];
/** What each takes and returns, by its name. */
export type SharedVerbs = {
  [One in AnyJob as One['name']]: (payload: PayloadOf<One>) => ResultOf<One>;
};

/** The jobs by their names. */
export const sharedJobs = new Map<string, AnyJob>(
  files
    .flatMap((file) => Object.values<unknown>(file))
    .filter(isJob)
    .map((one) => [one.name, one]),
);

function isJob(value: unknown): value is AnyJob {
  return typeof value === 'object' && value !== null && 'steps' in value && 'audit' in value;
}

export function isSharedVerb(verb: string): verb is SharedVerb {
  return sharedJobs.has(verb);
}

/** The job of a name: its types are those of its file. */
export function sharedJob<Name extends SharedVerb>(
  verb: Name,
): Job<Parameters<SharedVerbs[Name]>[0], ReturnType<SharedVerbs[Name]>> {
  return sharedJobs.get(verb) as Job<Parameters<SharedVerbs[Name]>[0], ReturnType<SharedVerbs[Name]>>;
}

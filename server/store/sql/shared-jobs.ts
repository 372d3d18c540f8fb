import { createAccountPayload, createKeyPayload, revokeKeyPayload } from '../account-changes.ts';
import { ownProductsPayload, publishSynonymsPayload, publishTagsPayload } from '../catalogue-changes.ts';
import { closeSession } from './jobs/close-session.ts';
import { createAccount } from './jobs/create-account.ts';
import { createKey } from './jobs/create-key.ts';
import { forgetInput } from './jobs/forget-input.ts';
import { openSession } from './jobs/open-session.ts';
import { ownProducts } from './jobs/own-products.ts';
import { publishSynonyms } from './jobs/publish-synonyms.ts';
import { publishTags } from './jobs/publish-tags.ts';
import { revokeKey } from './jobs/revoke-key.ts';
import type { SharedJob, SharedVerb } from './shared-job.ts';

/** What runs each shared verb of the writer. */
export const sharedJobs: { [Name in SharedVerb]: SharedJob<Name> } = {
  'close-session': { publishes: 'sessions', steps: closeSession },
  // No index keeps a name from being taken twice.
  'create-account': {
    payload: createAccountPayload,
    publishes: false,
    locks: 'keys',
    steps: createAccount,
  },
  // Nobody caches a key that is new.
  'create-key': { payload: createKeyPayload, publishes: false, locks: 'keys', steps: createKey },
  'forget-input': { publishes: false, steps: forgetInput },
  'open-session': { publishes: 'sessions', steps: openSession },
  'own-products': {
    payload: ownProductsPayload,
    publishes: false,
    locks: 'catalogue',
    steps: ownProducts,
  },
  'publish-synonyms': { payload: publishSynonymsPayload, publishes: 'catalogue', steps: publishSynonyms },
  'publish-tags': { payload: publishTagsPayload, publishes: 'catalogue', steps: publishTags },
  'revoke-key': { payload: revokeKeyPayload, publishes: 'keys', steps: revokeKey },
};

export function isSharedVerb(verb: string): verb is SharedVerb {
  return Object.hasOwn(sharedJobs, verb);
}

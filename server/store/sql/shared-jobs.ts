import { createAccountPayload, createKeyPayload, revokeKeyPayload } from '../account-changes.ts';
import * as changes from '../catalogue-changes.ts';
import { grantSchema } from '../ledger.ts';
import { closeSession } from './jobs/close-session.ts';
import { createAccount } from './jobs/create-account.ts';
import { createKey } from './jobs/create-key.ts';
import { forgetInput } from './jobs/forget-input.ts';
import { openSession } from './jobs/open-session.ts';
import { ownProducts } from './jobs/own-products.ts';
import { placeOperations } from './jobs/place-operations.ts';
import { publish } from './jobs/publish.ts';
import { publishApi } from './jobs/publish-api.ts';
import { publishSynonyms } from './jobs/publish-synonyms.ts';
import { publishTags } from './jobs/publish-tags.ts';
import { refreshProducts } from './jobs/refresh-products.ts';
import { refreshStaleProducts } from './jobs/refresh-stale-products.ts';
import { removeApi } from './jobs/remove-api.ts';
import { revokeKey } from './jobs/revoke-key.ts';
import { setStatus } from './jobs/set-status.ts';
import { claimMail } from './jobs/claim-mail.ts';
import { finishMail } from './jobs/finish-mail.ts';
import { pruneMail } from './jobs/prune-mail.ts';
import { retryMail } from './jobs/retry-mail.ts';
import { claimDeliveries } from './jobs/claim-deliveries.ts';
import { createWebhook } from './jobs/create-webhook.ts';
import { deleteWebhook } from './jobs/delete-webhook.ts';
import { finishDelivery } from './jobs/finish-delivery.ts';
import { pruneDeliveries } from './jobs/prune-deliveries.ts';
import { testWebhook } from './jobs/test-webhook.ts';
import { retryMailPayload } from '../mail-changes.ts';
import type { SharedJob, SharedVerb } from './shared-job.ts';

const publishes = 'catalogue';

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
  grant: { payload: grantSchema, publishes: false, steps: (grant, engine) => engine.grant(grant) },
  'open-session': { publishes: 'sessions', steps: openSession },
  'own-products': {
    payload: changes.ownProductsPayload,
    publishes: false,
    locks: 'catalogue',
    steps: ownProducts,
  },
  'place-operations': { payload: changes.placeOperationsPayload, publishes, steps: placeOperations },
  publish: { payload: changes.publishPayload, publishes, steps: publish },
  'publish-api': { payload: changes.publishApiPayload, publishes, steps: publishApi },
  'publish-synonyms': { payload: changes.publishSynonymsPayload, publishes, steps: publishSynonyms },
  'publish-tags': { payload: changes.publishTagsPayload, publishes, steps: publishTags },
  'refresh-products': { payload: changes.refreshProductsPayload, publishes, steps: refreshProducts },
  'refresh-stale-products': { publishes, steps: refreshStaleProducts },
  'remove-api': { payload: changes.removeApiPayload, publishes, steps: removeApi },
  'revoke-key': { payload: revokeKeyPayload, publishes: 'keys', steps: revokeKey },
  'set-status': { payload: changes.setStatusPayload, publishes, steps: setStatus },

  'claim-mail': { publishes: false, steps: claimMail },
  'finish-mail': { publishes: false, steps: finishMail },
  'prune-mail': { publishes: false, steps: pruneMail },
  'retry-mail': { payload: retryMailPayload, publishes: false, steps: retryMail },

  'claim-deliveries': { publishes: false, steps: claimDeliveries },
  // The number of webhooks of an account is counted first.
  'create-webhook': { publishes: false, locks: 'keys', steps: createWebhook },
  'delete-webhook': { publishes: false, steps: deleteWebhook },
  'finish-delivery': { publishes: false, steps: finishDelivery },
  'prune-deliveries': { publishes: false, steps: pruneDeliveries },
  'test-webhook': { publishes: false, steps: testWebhook },
};

export function isSharedVerb(verb: string): verb is SharedVerb {
  return Object.hasOwn(sharedJobs, verb);
}

import * as changes from '../catalogue-changes.ts';
import * as audit from './audited-changes.ts';
import { ownProducts } from './jobs/own-products.ts';
import { placeOperations } from './jobs/place-operations.ts';
import { publish } from './jobs/publish.ts';
import { publishApi } from './jobs/publish-api.ts';
import { publishSynonyms } from './jobs/publish-synonyms.ts';
import { publishTags } from './jobs/publish-tags.ts';
import { refreshProducts } from './jobs/refresh-products.ts';
import { refreshStaleProducts } from './jobs/refresh-stale-products.ts';
import { removeApi } from './jobs/remove-api.ts';
import { setStatus } from './jobs/set-status.ts';
import type { SharedJob, SharedVerb } from './shared-job.ts';

const publishes = 'catalogue';

/** The jobs of the catalogue. */
export const catalogueJobs = {
  'own-products': {
    payload: changes.ownProductsPayload,
    publishes: false,
    locks: 'catalogue',
    audit: audit.ownProducts,
    steps: ownProducts,
  },
  // A part of publishing, which is logged.
  'place-operations': {
    payload: changes.placeOperationsPayload,
    publishes,
    audit: false,
    steps: placeOperations,
  },
  publish: { payload: changes.publishPayload, publishes, audit: audit.publish, steps: publish },
  'publish-api': {
    payload: changes.publishApiPayload,
    publishes,
    audit: audit.publishApi,
    steps: publishApi,
  },
  'publish-synonyms': {
    payload: changes.publishSynonymsPayload,
    publishes,
    audit: audit.publishSynonyms,
    steps: publishSynonyms,
  },
  'publish-tags': {
    payload: changes.publishTagsPayload,
    publishes,
    audit: audit.publishTags,
    steps: publishTags,
  },
  'refresh-products': {
    payload: changes.refreshProductsPayload,
    publishes,
    audit: false,
    steps: refreshProducts,
  },
  'refresh-stale-products': { publishes, audit: false, steps: refreshStaleProducts },
  'remove-api': { payload: changes.removeApiPayload, publishes, audit: audit.removeApi, steps: removeApi },
  'set-status': { payload: changes.setStatusPayload, publishes, audit: audit.setStatus, steps: setStatus },
} satisfies { [Name in SharedVerb]?: SharedJob<Name> };

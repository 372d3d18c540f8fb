import { closeSession } from '../jobs/close-session.ts';
import { createAccount } from '../jobs/create-account.ts';
import { createKey } from '../jobs/create-key.ts';
import { forgetInput } from '../jobs/forget-input.ts';
import { grant } from '../jobs/grant.ts';
import { hold } from '../jobs/hold.ts';
import { markChecked } from '../jobs/mark-checked.ts';
import { openSession } from '../jobs/open-session.ts';
import { ownProducts } from '../jobs/own-products.ts';
import { placeOperations } from '../jobs/place-operations.ts';
import { prune } from '../jobs/prune.ts';
import { publish } from '../jobs/publish.ts';
import { publishApi } from '../jobs/publish-api.ts';
import { publishSynonyms } from '../jobs/publish-synonyms.ts';
import { publishTags } from '../jobs/publish-tags.ts';
import { recover } from '../jobs/recover.ts';
import { refreshProducts } from '../jobs/refresh-products.ts';
import { refreshStaleProducts } from '../jobs/refresh-stale-products.ts';
import { removeApi } from '../jobs/remove-api.ts';
import { revokeKey } from '../jobs/revoke-key.ts';
import { setStatus } from '../jobs/set-status.ts';
import { settle } from '../jobs/settle.ts';
import { shortenFile } from '../jobs/shorten-file.ts';

/** All verbs of the writer. A new one needs a file in `jobs/` and a line here. */
export const jobs = {
  'close-session': closeSession,
  'create-account': createAccount,
  'create-key': createKey,
  'forget-input': forgetInput,
  grant,
  hold,
  'mark-checked': markChecked,
  'open-session': openSession,
  'own-products': ownProducts,
  'place-operations': placeOperations,
  prune,
  publish,
  'publish-api': publishApi,
  'publish-synonyms': publishSynonyms,
  'publish-tags': publishTags,
  recover,
  'refresh-products': refreshProducts,
  'refresh-stale-products': refreshStaleProducts,
  'remove-api': removeApi,
  'revoke-key': revokeKey,
  'set-status': setStatus,
  settle,
  'shorten-file': shortenFile,
};

export type Jobs = typeof jobs;

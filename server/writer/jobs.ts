import { grant } from './jobs/grant.ts';
import { hold } from './jobs/hold.ts';
import { publish } from './jobs/publish.ts';
import { publishTags } from './jobs/publish-tags.ts';
import { recover } from './jobs/recover.ts';
import { refreshProducts } from './jobs/refresh-products.ts';
import { setStatus } from './jobs/set-status.ts';
import { settle } from './jobs/settle.ts';

/** Every verb of the writer. A new one is a file in `jobs/` and a line here. */
export const jobs = {
  grant,
  hold,
  publish,
  'publish-tags': publishTags,
  recover,
  'refresh-products': refreshProducts,
  'set-status': setStatus,
  settle,
};

export type Jobs = typeof jobs;

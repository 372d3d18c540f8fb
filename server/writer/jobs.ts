import { publish } from './jobs/publish.ts';
import { publishTags } from './jobs/publish-tags.ts';
import { refreshProducts } from './jobs/refresh-products.ts';
import { setStatus } from './jobs/set-status.ts';

/** Every verb of the writer. A new one is a file in `jobs/` and a line here. */
export const jobs = {
  publish,
  'publish-tags': publishTags,
  'refresh-products': refreshProducts,
  'set-status': setStatus,
};

export type Jobs = typeof jobs;

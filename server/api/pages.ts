import { portalPage, portalPageList } from '../../lib/operator/pages.ts';
import { listPortalPages, requirePortalPage } from '../desk/portal-pages.ts';
import { cacheableJson } from '../http/response.ts';
import { kept } from './table/documented.ts';
import { openOperation, type OperationGroup } from './table/operation.ts';

/** What the operators of the portal write for everybody: terms, privacy, an imprint, guides. */
export const pages = {
  tag: 'Pages and terms',
  operations: [
    openOperation('GET /api/pages', {
      name: 'listPages',
      summary: 'List the pages of the portal',
      answers: kept('All of them.', portalPageList),
      isCached: () => true,
      handle: async ({ context }) => cacheableJson(await listPortalPages(context)),
    }),
    openOperation('GET /api/pages/{slug}', {
      name: 'getPage',
      summary: 'Get a page of the portal',
      answers: kept('The page.', portalPage),
      refuses: ['not-found'],
      isCached: () => true,
      handle: async ({ context, params }) => cacheableJson(await requirePortalPage(context, params.slug)),
    }),
  ],
} satisfies OperationGroup;

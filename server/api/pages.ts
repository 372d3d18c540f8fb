import { acceptanceBody, acceptanceList, acceptedTerms } from '../../lib/account/terms.ts';
import { portalPage, portalPageList } from '../../lib/operator/pages.ts';
import { acceptTerms, listOwnAcceptances } from '../calls/terms.ts';
import { listPortalPages, requirePortalPage } from '../desk/portal-pages.ts';
import { requireMember } from '../members/members.ts';
import { cacheableJson } from '../http/response.ts';
import { kept } from './table/documented.ts';
import { account, member, openOperation, operation, type OperationGroup } from './table/operation.ts';

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
    operation('GET /api/terms', {
      name: 'listTerms',
      summary: 'List the terms that your account accepted',
      access: account,
      answers: { 200: ['The response.', acceptanceList] },
      run: ({ context, caller }) => listOwnAcceptances(context, caller),
    }),
    operation('POST /api/terms', {
      name: 'acceptTerms',
      summary: 'Accept terms for your account',
      description:
        'For owners and admins who have signed in: no API key accepts terms. It counts for all members and API keys of the account, with the version, the time and the person.',
      access: { ...member, check: (_context, caller) => void requireMember(caller, 'accept-terms') },
      limit: 'call',
      body: acceptanceBody,
      answers: { 200: ['Accepted.', acceptedTerms] },
      refuses: ['not-found', 'changed-meanwhile'],
      run: ({ context, caller, body, author }) => acceptTerms(context, caller, body, author),
    }),
  ],
} satisfies OperationGroup;

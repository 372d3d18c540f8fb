import { z } from 'zod';
import {
  accessBody,
  accountAccessList,
  changedAccess,
  changedTerms,
  changedVisibility,
  decidedRequest,
  decisionBody,
  operatorAcceptanceList,
  productAccessList,
  requestList,
  termsBody,
  visibilityBody,
  withdrawalBody,
} from '../../../lib/operator/product-access.ts';
import { acceptancesQuery, listAcceptances, setTerms } from '../../desk/product-terms.ts';
import { listParameters, pageWish } from '../../list-parameters.ts';
import {
  grantAccess,
  listAccountAccess,
  listProductAccess,
  setVisibility,
  withdrawAccess,
} from '../../operator/product-access.ts';
import { decideRequest, listRequests, requestsQuery } from '../../operator/requests.ts';
import { listOperation } from '../table/list-operation.ts';
import type { OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

/** Who sees a product: on the side of the product, and on that of an account. */
export const operatorAccess = {
  tag: 'Operators: access to products',
  operations: [
    operatorChange('POST /api/operator/products/{slug}/visibility', {
      name: 'setProductVisibility',
      summary: 'Say who sees a product',
      description:
        'Whoever may not see it gets the answers that they would get if it did not exist. Its catalogue file says the same with `visibility`, and wins when it is applied.',
      body: visibilityBody,
      answer: changedVisibility,
      change: setVisibility,
      wish: (body, { slug }) => ({ ...body, slug }),
    }),
    operatorChange('POST /api/operator/products/{slug}/terms', {
      name: 'setProductTerms',
      summary: 'Say which page an account has to accept before it calls a product',
      description:
        'An owner or admin of the account accepts it, on the page of the product. Guests cannot call it then.',
      body: termsBody,
      answer: changedTerms,
      change: setTerms,
      wish: (body, { slug }) => ({ ...body, slug }),
    }),
    listOperation('GET /api/operator/acceptances', {
      name: 'listAcceptances',
      summary: 'List which accounts accepted which terms',
      right: 'read-product-access',
      query: acceptancesQuery,
      answer: ['A page of the list.', operatorAcceptanceList],
      read: ({ context, query }) => listAcceptances(context, query),
      columns: () => ({
        account: ({ account }) => account.id,
        'account name': ({ account }) => account.name,
        page: ({ page }) => page,
        title: ({ title }) => title,
        version: ({ version }) => version,
        accepted: ({ acceptedAt }) => acceptedAt,
        person: ({ by }) => by.id,
        'person name': ({ by }) => by.name,
      }),
    }),
    listOperation('GET /api/operator/products/{slug}/access', {
      name: 'listProductAccess',
      summary: 'List the accounts that are chosen for a product',
      right: 'read-product-access',
      query: z.object(listParameters),
      answer: ['A page of the list.', productAccessList],
      read: ({ context, query, params }) => listProductAccess(context, params.slug, pageWish(query)),
      columns: () => ({
        account: ({ account }) => account.id,
        name: ({ account }) => account.name,
        since: ({ since }) => since,
        'author kind': ({ by }) => by.kind,
        author: ({ by }) => by.id,
        'author name': ({ by }) => by.name,
      }),
    }),
    operatorChange('POST /api/operator/products/{slug}/access', {
      name: 'grantProductAccess',
      summary: 'Choose an account for a product',
      description: 'It sees and calls the product where that is for chosen accounts.',
      body: accessBody,
      answer: changedAccess,
      change: grantAccess,
      wish: (body, { slug }) => ({ ...body, slug }),
    }),
    operatorChange('POST /api/operator/products/{slug}/access/{account_id}/withdrawal', {
      name: 'withdrawProductAccess',
      summary: 'Take an account off the chosen ones of a product',
      description: 'Its calls that are under way end as usual.',
      body: withdrawalBody,
      answer: changedAccess,
      change: withdrawAccess,
      wish: (body, { slug, account_id }) => ({ ...body, slug, accountId: account_id }),
    }),
    listOperation('GET /api/operator/accounts/{account_id}/access', {
      name: 'listAccountAccess',
      summary: 'List the products that an account is chosen for',
      right: 'read-product-access',
      query: z.object(listParameters),
      answer: ['A page of the list.', accountAccessList],
      read: ({ context, query, params }) => listAccountAccess(context, params.account_id, pageWish(query)),
      columns: () => ({
        product: ({ product }) => product.id,
        slug: ({ product }) => product.slug,
        name: ({ product }) => product.name,
        visibility: ({ product }) => product.visibility,
        since: ({ since }) => since,
        'author kind': ({ by }) => by.kind,
        author: ({ by }) => by.id,
        'author name': ({ by }) => by.name,
      }),
    }),
    listOperation('GET /api/operator/requests', {
      name: 'listRequests',
      summary: 'List the requests to call products that need approval',
      right: 'read-product-access',
      query: requestsQuery,
      answer: ['A page of the list.', requestList],
      read: ({ context, query, caller }) => listRequests(context, query, caller),
      columns: () => ({
        request: ({ id }) => id,
        state: ({ state }) => state,
        product: ({ product }) => product.slug,
        account: ({ account }) => account.id,
        'account name': ({ account }) => account.name,
        balance: ({ balance }) => balance,
        calls: ({ calls }) => calls,
        reason: ({ reason }) => reason,
        asked: ({ askedAt }) => askedAt,
        by: ({ by }) => by.id,
        decided: ({ decided }) => decided?.at ?? null,
      }),
    }),
    operatorChange('POST /api/operator/requests/{request_id}/decision', {
      name: 'decideRequest',
      summary: 'Decide a request to call a product',
      description: 'Approves or declines it, or withdraws what was approved. The account is told.',
      body: decisionBody,
      answer: decidedRequest,
      change: decideRequest,
      wish: (body, { request_id }) => ({ ...body, id: request_id }),
    }),
  ],
} satisfies OperationGroup;

import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { catalogueList } from '../../lib/product/api-card.ts';
import { playgroundResultSchema } from '../../lib/product/playground-result.ts';
import { type ApiTag, apiGroups } from '../../lib/reference/docs-pages.ts';
import { portalOperations } from '../../lib/reference/product-document.ts';
import { product, productList } from '../../lib/product/product.ts';
import { quoteResult } from '../../lib/product/quote-result.ts';
import { alertPaths } from './documented-alerts.ts';
import { authorizationPaths } from './documented-authorizations.ts';
import { keyPaths, sessionPaths } from './documented-callers.ts';
import { factorPaths } from './documented-factors.ts';
import { identityPaths } from './documented-identities.ts';
import { memberPaths } from './documented-members.ts';
import { webhookPaths } from './documented-webhooks.ts';
import { operatorAccountPaths } from './documented-accounts.ts';
import { operatorLedgerPaths, operatorPeoplePaths, operatorProductPaths } from './documented-operator.ts';
import { callOperation, ignoredHeader } from './documented-call.ts';
import { callPaths } from './documented-calls.ts';
import { healthResult } from '../portal/health.ts';
import { readyResult } from '../portal/readiness.ts';
import { anyBody, json, kept, refusals } from './openapi-responses.ts';
import { catalogueQuery } from '../products/list-catalogue.ts';
import { listQuery } from '../products/list-query.ts';
import { playgroundBody, playgroundQuery } from '../products/read-playground.ts';
import { infoQuery } from '../products/read-product.ts';
import { callInput, quoteParams, quoteQuery } from '../products/quote-call.ts';

/** The portal's own document, made of the schemas that the handlers parse with and those that tests hold answers to. */
/** `url` is the public address of the portal. */
export function openapiDocument(url: string) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Farebox',
      version: '1.0.0',
      description:
        'Browse API products, get the price of a call before you make it, and call them. Credits are integers.',
    },
    servers: [{ url }],
    security: [],
    tags: apiGroups.map(({ title, about }) => ({ name: title, description: about })),
    paths: {
      ...tagged('Products', {
        '/api/product/list': { get: listProducts },
        '/api/product/info': { get: productInfo },
        '/api/product/playground': { get: playground },
        '/api/product/credits/required/{api_id}': { post: creditsRequired },
        '/api/product/developer/call/{api_id}': { post: callOperation },
        '/api/catalogue': { get: listEntries },
      }),
      ...tagged('Calls and credits', callPaths),
      ...tagged('Sessions', sessionPaths),
      ...tagged('API keys', keyPaths),
      ...tagged('Passkeys and second factors', factorPaths),
      ...tagged('Identities and registration', identityPaths),
      ...tagged('Members', memberPaths),
      ...tagged('Alerts', alertPaths),
      ...tagged('Agents', authorizationPaths),
      ...tagged('Webhooks', webhookPaths),
      ...tagged('Operators: accounts', operatorAccountPaths),
      ...tagged('Operators: people', operatorPeoplePaths),
      ...tagged('Operators: calls and ledger', operatorLedgerPaths),
      ...tagged('Operators: products and mails', operatorProductPaths),
      ...tagged('Operators: supervision', {
        '/api/health': { get: health },
        '/api/ready': { get: ready },
        '/metrics': { get: metrics },
      }),
    },
  });
}

const methods = ['get', 'post', 'patch', 'delete'] as const;

/** Each operation with the group by which viewers and generators of clients file it. */
function tagged(tag: ApiTag, paths: ZodOpenApiPathsObject): ZodOpenApiPathsObject {
  const grouped = Object.entries(paths).map(([path, item]): [string, ZodOpenApiPathItemObject] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, { ...operation, tags: [tag] }] as const] : [];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  return Object.fromEntries(grouped);
}

/** What the documents of products are made of. The whole document takes a hundred times as long to make. */
export function productOperations(url: string) {
  const { paths, components } = createDocument({
    openapi: '3.1.0',
    info: { title: 'Farebox', version: '1.0.0' },
    paths: { '/quote': { post: creditsRequired }, '/call': { post: callOperation } },
  });
  return portalOperations.parse({
    url,
    call: paths?.['/call']?.post,
    quote: paths?.['/quote']?.post,
    schemas: components?.schemas,
  });
}

const listProducts: ZodOpenApiOperationObject = {
  operationId: 'listProducts',
  summary: 'List API products',
  description: 'Lists online products only.',
  requestParams: { query: listQuery },
  responses: {
    ...kept('A page of the catalogue.', productList, {
      Link: { description: 'First, previous, next and last page (RFC 8288).', schema: { type: 'string' } },
    }),
    ...refusals('invalid-parameter', 'forbidden'),
  },
};

const listEntries: ZodOpenApiOperationObject = {
  operationId: 'listCatalogue',
  summary: 'List APIs and products',
  description:
    'Lists the catalogue as its page shows it: each API is one entry, beside the products that belong to none. A search lists the APIs that it names first, then products, including those that belong to an API.',
  requestParams: { query: catalogueQuery },
  responses: {
    ...kept('A page of the catalogue.', catalogueList, {
      Link: { description: 'First, previous, next and last page (RFC 8288).', schema: { type: 'string' } },
    }),
    ...refusals('invalid-parameter'),
  },
};

const productInfo: ZodOpenApiOperationObject = {
  operationId: 'getProduct',
  summary: 'Get API product details',
  description: 'Returns offline products too, with status 0.',
  requestParams: { query: infoQuery.required() },
  responses: {
    ...kept('The product.', product),
    ...refusals('missing-parameter', 'invalid-parameter', 'not-found'),
  },
};

const playground: ZodOpenApiOperationObject = {
  operationId: 'getPlayground',
  summary: 'Get API template playground information',
  description:
    'Send the id in a JSON body, or as a query parameter if your client cannot send a body with GET.',
  requestParams: { query: playgroundQuery },
  requestBody: { content: { 'application/json': { schema: playgroundBody } } },
  responses: {
    ...kept('The request fields and the response of the template.', playgroundResultSchema),
    ...refusals('missing-parameter', 'invalid-parameter', 'not-found', ...anyBody),
  },
};

const creditsRequired: ZodOpenApiOperationObject = {
  operationId: 'getCreditsRequired',
  summary: 'Get credits required for a call',
  description:
    'Takes any JSON object. A missing or invalid field counts as its most expensive possible value, so no call costs more than this estimate.',
  requestParams: { path: quoteParams, query: quoteQuery },
  requestBody: { content: { 'application/json': { schema: callInput } } },
  responses: {
    '200': { headers: ignoredHeader, ...json('The highest possible price of the call.', quoteResult) },
    ...refusals(
      ...(['invalid-parameter', 'not-found', 'price-failed', 'rate-limited', 'unavailable'] as const),
      ...anyBody,
    ),
  },
};

const health: ZodOpenApiOperationObject = {
  operationId: 'getHealth',
  summary: 'Check health',
  description:
    'For supervisors. An error means that the process should be restarted; a PostgreSQL database that is away is not an error.',
  responses: { '200': json('The portal responds.', healthResult), ...refusals('unavailable') },
};

const ready: ZodOpenApiOperationObject = {
  operationId: 'getReady',
  summary: 'Check readiness',
  description:
    'For load balancers. An error means that the portal cannot take calls now: the database cannot be written, the pages do not respond, or the portal is stopping.',
  responses: { '200': json('The portal can take calls.', readyResult), ...refusals('unavailable') },
};

const metrics: ZodOpenApiOperationObject = {
  operationId: 'getMetrics',
  summary: 'Get Prometheus metrics',
  description:
    'Requires the API key or session of an operator, unless the setting FAREBOX_METRICS is `open`.',
  responses: {
    '200': {
      description: 'Counters, gauges and histograms in the text format of Prometheus.',
      content: { 'text/plain': { schema: z.string() } },
    },
    ...refusals('forbidden', 'rate-limited'),
  },
};

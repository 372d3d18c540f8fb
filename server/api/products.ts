import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import { Problem } from '../../lib/problem/problem.ts';
import { codesOverHttp } from '../../lib/problem/call-problems.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { catalogueList } from '../../lib/product/api-card.ts';
import { playgroundResultSchema } from '../../lib/product/playground-result.ts';
import { priceHistory } from '../../lib/product/price-history.ts';
import { product, productList } from '../../lib/product/product.ts';
import { type QuoteResult, quoteResult } from '../../lib/product/quote-result.ts';
import { portalOperations } from '../../lib/reference/product-document.ts';
import { readSpendable } from '../calls/spendable.ts';
import { readGivenInput } from '../http/read-request.ts';
import { type Identity, mayOperate } from '../doors/identify.ts';
import { catalogueResponse, productListResponse } from './table/list-response.ts';
import { cacheableJson, cacheableText, freshResponse } from '../http/response.ts';
import { callQuery, serveCall } from '../doors/serve-call.ts';
import { ignoredFieldsHeader } from '../inputs/prepare-input.ts';
import { readPriceHistory } from '../catalogue/price-history.ts';
import type { Context } from '../context.ts';
import { listParameters, pageWish } from '../list-parameters.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { catalogueQuery, inUsualOrder, listCatalogue, listProducts } from '../products/list-catalogue.ts';
import { listQuery } from '../store/catalogue/list-query.ts';
import { callInput, quoteCall, quoteComing, quoteQuery } from '../inputs/quote-call.ts';
import {
  findTemplate,
  playgroundBody,
  playgroundQuery,
  readFullPlayground,
  readPlayground,
} from '../products/read-playground.ts';
import { infoQuery, readProduct } from '../products/read-product.ts';
import { approvals } from './approvals.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import { integer, kept, text } from './table/documented.ts';
import { openOperation, type OperationGroup } from './table/operation.ts';

const pages = { Link: text('First, previous, next and last page (RFC 8288).') };

/** Also on estimates. */
const ignoredHeader = {
  'Farebox-Ignored-Fields': text(
    'Fields of the input that the product does not know, if there are any: a list of strings (RFC 9651), each with the parameter `nearest` if another field was probably meant. JSON pointers for what is deeper than the fields. At most 10; the parameter `more` of the last counts the others.',
  ),
};

const list = openOperation('GET /api/product/list', {
  name: 'listProducts',
  summary: 'List API products',
  description: 'Lists online products only.',
  query: listQuery,
  answers: kept('A page of the catalogue.', productList, pages),
  refuses: ['forbidden'],
  // Only operators may see what is offline, and what is popular depends on the day.
  isCached: ({ status, sort }) => status === '1' && sort !== 'popular',
  handle: async ({ context, query, request, connection }) => {
    const seesOffline =
      query.status !== '1' && (await mayOperate(context, request, connection, 'read-offline-products'));
    const ordered = await inUsualOrder(context, query);
    return productListResponse(query, await listProducts(context, { seesOffline }, ordered));
  },
});

const info = openOperation('GET /api/product/info', {
  name: 'getProduct',
  summary: 'Get API product details',
  description: 'Returns offline products too, with status 0.',
  query: infoQuery,
  saidQuery: infoQuery.required(),
  answers: kept('The product.', product),
  refuses: ['missing-parameter', 'not-found'],
  isCached: () => true,
  handle: async ({ context, query }) => {
    const { text: product } = await readProduct(context, query);
    return cacheableText(product.toString(), 'application/json');
  },
});

const playground = openOperation('GET /api/product/playground', {
  name: 'getPlayground',
  summary: 'Get API template playground information',
  description:
    'Send the id in a JSON body, or as a query parameter if your client cannot send a body with GET.',
  query: playgroundQuery,
  body: playgroundBody,
  answers: kept('The request fields and the response of the template.', playgroundResultSchema),
  refuses: ['missing-parameter', 'not-found'],
  readsCatalogue: true,
  handle: async ({ context, responses, query, body }) => {
    const product = await findTemplate(context, query, await body());
    const { detail = '' } = query;
    const read = detail === 'full' ? readFullPlayground : readPlayground;
    return responses.getOrMake(`playground ${product.versionKey} ${detail}`, async () =>
      cacheableJson(await read(context, product)),
    );
  },
});

const prices = openOperation('GET /api/product/prices/{api_id}', {
  name: 'listProductPrices',
  summary: 'List the prices that a product had',
  description:
    'One entry for each price that was published, with what it changed and why; offline products have theirs, too. Whoever sees the product may read it, with the prices from before they could; who published a price is shown to operators alone, in the console. A page looks at 200 releases and may be shorter than was asked.',
  query: z.object({ before: listParameters.before, pageSize: listParameters.pageSize }),
  answers: kept('A page of the prices.', priceHistory),
  refuses: ['not-found'],
  isCached: () => true,
  handle: async ({ context, query, params }) => {
    const product = await requireProduct(context, params.api_id);
    return cacheableJson(await readPriceHistory(context, product, pageWish(query)));
  },
});

const creditsRequired = openOperation('POST /api/product/credits/required/{api_id}', {
  name: 'getCreditsRequired',
  summary: 'Get credits required for a call',
  description:
    'Takes any JSON object. A missing or invalid field counts as its most expensive possible value, so no call costs more than this estimate.',
  query: quoteQuery,
  body: callInput,
  answers: {
    200: { says: 'The highest possible price of the call.', schema: quoteResult, headers: ignoredHeader },
  },
  refuses: ['price-failed'],
  readsCatalogue: true,
  handle: async ({ context, params, query, request, connection, identify }) => {
    const product = await requireProduct(context, params.api_id);
    const version = await readVersion(context, product.versionKey);
    const given = await readGivenInput(request, connection, version.limits.bodyBytes);
    const { estimate, ignored } = await quoteCall(context, version, given, query);
    const headers = ignoredFieldsHeader(ignored);
    if (query.detail === undefined) return freshResponse(200, 'application/json', estimate.text, headers);
    const [spendable, coming] = await Promise.all([
      spendableOf(context, identify, product),
      quoteComing(context, product, given),
    ]);
    const full = JSON.stringify({ ...estimate.value(), ...coming, ...spendable });
    return freshResponse(200, 'application/json', full, headers);
  },
});

/** Of a caller who is known, and whose calls are refused for the same reason. */
const refusesCalls = new Set<ProblemCode>([
  'account-suspended',
  'forbidden',
  'key-required',
  'seeing-account',
]);

/** What the caller of an estimate can spend; nothing about one whom the portal does not know. */
async function spendableOf(
  context: Context,
  identify: () => Promise<Pick<Identity, 'caller'>>,
  product: ProductRecord,
): Promise<Pick<QuoteResult, 'spendable'>> {
  try {
    const { caller } = await identify();
    return { spendable: (await readSpendable(context, caller, product)).spendable };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail } = error;
    return refusesCalls.has(code) ? { spendable: { credits: 0, code, why: detail } } : {};
  }
}

const wrapped = z
  .object({
    contentType: z.string(),
    encoding: z.enum(['utf-8', 'base64']),
    body: z.string(),
  })
  .meta({
    id: 'WrappedReply',
    description: 'Sent if `Accept` allows JSON but not the content type of the response.',
  });

const call = openOperation('POST /api/product/developer/call/{api_id}', {
  name: 'callProduct',
  summary: 'Call an API product',
  description:
    'Any success of the API is returned with status 200 (or its own, with `Prefer: upstream-status`), its body and its content type. You are charged at most the quote. A failed call is free unless the charge table of the product says otherwise.',
  query: callQuery,
  body: callInput,
  requestHeaders: z.object({
    'Idempotency-Key': z.string().optional().meta({
      description:
        '1 to 255 visible ASCII characters. If you repeat it with the same input within 24 hours, you get the response of the first call and are charged once.',
    }),
    'Farebox-Quote': z
      .string()
      .optional()
      .meta({ description: 'A quote from an estimate: the call costs no more than that, or is refused.' }),
    'Farebox-Max-Credits': z
      .string()
      .optional()
      .meta({ description: 'An integer: a call that could cost more is refused.' }),
    'Farebox-Payer': z.string().optional().meta({
      description:
        'The id of the account that should pay, or `guest`: a call that would spend the credits of another is refused. Pages send the account that they show, with all other requests as well.',
    }),
    'Farebox-Caller': z.string().optional().meta({
      description:
        'The id of the person or API key that should make the call: one that another would make is refused. Pages send who is signed in, with all other requests as well.',
    }),
    Prefer: z.string().optional().meta({
      description:
        '`handling=strict` (RFC 7240): a call with fields that the product does not know is refused with 422, and costs nothing. Without it, they are named in `Farebox-Ignored-Fields`. `upstream-status`: a success has the status of the API, such as 201, or 204 without a body, instead of 200.',
    }),
  }),
  answers: {
    200: {
      says: 'The response of the API.',
      schema: z.union([wrapped, z.unknown()]),
      headers: {
        ...ignoredHeader,
        'Preference-Applied': text('The preferences of `Prefer` that were applied.'),
        'Farebox-Call-Id': text('On every response, including errors. The receipt is at `/api/calls/{id}`.'),
        'Farebox-Credits-Charged': integer(
          'On every response that is charged when it is sent; 0 if the call was free.',
        ),
        'Farebox-Credits-Held': integer(
          'On streams and responses over 1 MiB instead: the highest possible charge.',
        ),
        'Farebox-Credits-Balance': integer('Credits available after the call.'),
        'Farebox-Upstream-Status': integer('The status code of the API.'),
        'Idempotency-Replayed': text('`true` if this is the response of an earlier call.'),
      },
    },
  },
  identifies: true,
  refuses: [
    // These come before the others of their status.
    ...(['validation', 'too-complex', 'price-failed', 'idempotency-key-reused'] as const),
    ...(['upstream-auth', 'upstream-failed'] as const),
    ...codesOverHttp,
    'invalid-parameter',
  ],
  handle: serveCall,
});

const catalogue = openOperation('GET /api/catalogue', {
  name: 'listCatalogue',
  summary: 'List APIs and products',
  description:
    'Lists the catalogue as its page shows it: each API is one entry, beside the products that belong to none. A search lists the APIs that it names first, then products, including those that belong to an API.',
  query: catalogueQuery,
  answers: kept('A page of the catalogue.', catalogueList, pages),
  // Popularity changes with the day.
  isCached: ({ sort }) => sort !== 'popular',
  handle: async ({ context, query }) => catalogueResponse(query, await listCatalogue(context, query)),
});

export const products = {
  tag: 'Products',
  operations: [list, info, playground, prices, creditsRequired, call, catalogue, ...approvals],
} satisfies OperationGroup;

/** What the documents of products are made of. The whole document takes a hundred times as long to make. */
export function productOperations(url: string) {
  const { paths, components } = createDocument({
    openapi: '3.1.0',
    info: { title: 'Farebox', version: '1.0.0' },
    paths: { '/quote': { post: creditsRequired.document }, '/call': { post: call.document } },
  });
  return portalOperations.parse({
    url,
    call: paths?.['/call']?.post,
    quote: paths?.['/quote']?.post,
    schemas: components?.schemas,
  });
}

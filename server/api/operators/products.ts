import { z } from 'zod';
import {
  archiveBody,
  archivedProduct,
  changedOwner,
  deletedProduct,
  changedStatus,
  checkedEntry,
  checkedEntryBody,
  mostBytesOfEntry,
  newRelease,
  ownerBody,
  releaseBody,
  operatorProduct,
  operatorProductList,
  productReleaseList,
  releasedProduct,
  mostBytesOfTry,
  statusBody,
  triedProduct,
  tryBody,
} from '../../../lib/operator/products.ts';
import { backtestAnswer, backtestBody } from '../../../lib/operator/backtest.ts';
import { listOperatorProducts, productsQuery } from '../../operator/list-products.ts';
import { mayDo } from '../../rights.ts';
import { listParameters, pageWish } from '../../list-parameters.ts';
import { archiveProduct, deleteProduct, restoreProduct } from '../../desk/archive-product.ts';
import { backtestEntry } from '../../desk/backtest.ts';
import { checkEntry, keepInConsole, publishEntry } from '../../desk/publish-entry.ts';
import { listReleases, readOperatorProduct, readRelease } from '../../operator/product-releases.ts';
import { tryProduct } from '../../desk/try-product.ts';
import { setProductStatus } from '../../operator/set-product-status.ts';
import { listOperation } from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

export const operatorProducts = {
  tag: 'Operators: products and versions',
  operations: [
    listOperation('GET /api/operator/products', {
      name: 'listProductHealth',
      summary: 'List products with their health',
      right: 'read-offline-products',
      query: productsQuery,
      answer: ['A page of the list.', operatorProductList],
      read: ({ context, query }) => listOperatorProducts(context, query),
      columns: () => ({
        product: ({ id }) => id,
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        status: ({ status }) => status,
        archived: ({ archivedAt }) => archivedAt,
        'price from': ({ price }) => price.from,
        'price to': ({ price }) => price.to,
        'kept in': ({ keptIn }) => keptIn,
        'seen by': ({ visibility }) => visibility,
        changed: ({ changedAt }) => changedAt,
        week_calls: ({ week }) => week.calls,
        week_failed: ({ week }) => week.failed,
        lately_calls: ({ health }) => health.lately.calls,
        lately_failed: ({ health }) => health.lately.failed,
        usually_calls: ({ health }) => health.usually.calls,
        usually_failed: ({ health }) => health.usually.failed,
        mean_ms: ({ health }) => health.meanMs,
        last_success: ({ health }) => health.lastSuccessAt,
        broken: ({ health }) => String(health.isBroken),
      }),
    }),
    operation('GET /api/operator/products/{slug}', {
      name: 'getOperatorProduct',
      summary: 'Get a product as a catalogue file',
      right: 'read-offline-products',
      answers: { 200: ['The response.', operatorProduct] },
      run: ({ context, params }) => readOperatorProduct(context, params.slug),
    }),
    listOperation('GET /api/operator/products/{slug}/releases', {
      name: 'listProductReleases',
      summary: 'List what was published of a product',
      right: 'read-offline-products',
      query: z.object(listParameters),
      answer: ['A page of the list.', productReleaseList],
      read: ({ context, query, params }) => listReleases(context, params.slug, pageWish(query)),
      columns: () => ({
        number: ({ number }) => number,
        at: ({ at }) => at,
        'author kind': ({ by }) => by.kind,
        author: ({ by }) => by.id,
        'author name': ({ by }) => by.name,
        reason: ({ reason }) => reason,
        from: ({ from }) => from,
        changed: ({ changed }) => changed.join(', '),
        breaking: ({ breaking }) => breaking.join('; '),
      }),
    }),
    operation('GET /api/operator/products/{slug}/releases/{number}', {
      name: 'getProductRelease',
      summary: 'Get a release of a product as a catalogue file',
      right: 'read-offline-products',
      answers: { 200: ['The response.', releasedProduct] },
      run: ({ context, params }) => readRelease(context, params.slug, params.number),
    }),
    operation('POST /api/operator/products/{slug}/check', {
      name: 'checkProductEntry',
      summary: 'Say what publishing an entry of a product would change',
      description: 'Nothing is published.',
      right: 'publish-product',
      body: checkedEntryBody,
      mostBytes: mostBytesOfEntry,
      answers: { 200: ['The response.', checkedEntry] },
      run: ({ context, params, body }) => checkEntry(context, params.slug, body.entry),
    }),
    operation('POST /api/operator/products/{slug}/backtest', {
      name: 'backtestProductEntry',
      summary: 'Say what the calls of a product would have cost by an entry',
      description:
        'Nothing is published. Each call is priced again from what its receipt keeps, or from its stored input; one that cannot be priced exactly is in no sum. The newest 200,000 calls are looked at, for at most ten seconds.',
      right: 'publish-product',
      limit: 'call',
      body: backtestBody,
      mostBytes: mostBytesOfEntry,
      answers: { 200: ['The response.', backtestAnswer] },
      run: ({ context, params, body }) => backtestEntry(context, params.slug, body),
    }),
    operatorChange('POST /api/operator/products/{slug}/releases', {
      name: 'releaseProduct',
      summary: 'Publish a product from its entry',
      description:
        'For products that the console keeps. Calls that follow have the new operation and price; where some can cost more, they have them once the notice of the portal has passed, and the answer says when.',
      body: releaseBody,
      mostBytes: mostBytesOfEntry,
      answer: newRelease,
      refuses: ['changed-meanwhile'],
      change: publishEntry,
      wish: ({ entry, after, effectiveAt }, { slug }, caller) => ({
        ...{ entry, after, slug, effectiveAt },
        maySend: mayDo(caller, 'set-credential'),
      }),
    }),
    operatorChange('POST /api/operator/products/{slug}/try', {
      name: 'tryProduct',
      summary: 'Try a product without charge',
      description:
        'Its API is called as a call would call it, online or not. Nothing is charged, and it is in no list of calls; the audit log has who tried it. Credentials are sent, and never shown.',
      body: tryBody,
      mostBytes: mostBytesOfTry,
      answer: triedProduct,
      change: tryProduct,
      wish: ({ input }, { slug }) => ({ input, slug }),
    }),
    operatorChange('POST /api/operator/products/{slug}/owner', {
      name: 'keepProductInConsole',
      summary: 'Keep a product in the console',
      description:
        'Its file is not changed, but `farebox apply` refuses it from then on, unless it is told to take the product over.',
      body: ownerBody,
      answer: changedOwner,
      change: keepInConsole,
      wish: (_body, { slug }) => ({ slug }),
    }),
    operatorChange('POST /api/operator/products/{slug}/status', {
      name: 'setProductStatus',
      summary: 'Take a product online or offline',
      body: statusBody,
      answer: changedStatus,
      change: setProductStatus,
      wish: (body, { slug }) => ({ ...body, slugs: [slug] }),
    }),
    operatorChange('POST /api/operator/products/{slug}/archive', {
      name: 'archiveProduct',
      summary: 'Archive a product that is no longer offered',
      description:
        'For products that the console keeps. It goes offline. Its calls, receipts and versions stay.',
      body: archiveBody,
      answer: archivedProduct,
      change: archiveProduct,
      wish: (_body, { slug }) => ({ slug }),
    }),
    operatorChange('POST /api/operator/products/{slug}/restoration', {
      name: 'restoreProduct',
      summary: 'Bring a product back from the archive',
      description: 'It stays offline until it is put online.',
      body: archiveBody,
      answer: archivedProduct,
      change: restoreProduct,
      wish: (_body, { slug }) => ({ slug }),
    }),
    operatorChange('POST /api/operator/products/{slug}/deletion', {
      name: 'deleteProduct',
      summary: 'Delete a product that was never online',
      description: 'One that was online may have calls, whose receipts stay: archive it.',
      body: archiveBody,
      answer: deletedProduct,
      change: deleteProduct,
      wish: (_body, { slug }) => ({ slug }),
    }),
  ],
} satisfies OperationGroup;

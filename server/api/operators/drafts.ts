import { z } from 'zod';
import {
  backtestAccounts,
  backtestActBody,
  backtestList,
  begunBacktest,
  newBacktestBody,
  savedBacktest,
} from '../../../lib/operator/backtest.ts';
import {
  deletedDraft,
  draftBody,
  draftDeletionBody,
  newDraftBody,
  productDraft,
  productDraftList,
  savedDraft,
} from '../../../lib/operator/drafts.ts';
import { pricePreview, pricePreviewBody } from '../../../lib/operator/price-preview.ts';
import { mostBytesOfEntry } from '../../../lib/operator/products.ts';
import { previewPrice } from '../../desk/preview-price.ts';
import { changeDraft, createDraft, deleteDraft, listDrafts, readDraft } from '../../desk/product-drafts.ts';
import {
  beginBacktest,
  listBacktestAccounts,
  listBacktests,
  readBacktest,
  stopBacktest,
} from '../../desk/saved-backtests.ts';
import { formatParameter, listParameters, pageWish } from '../../list-parameters.ts';
import { listOperation } from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

export const operatorDrafts = {
  tag: 'Operators: drafts and backtests',
  operations: [
    listOperation('GET /api/operator/products/{slug}/drafts', {
      name: 'listProductDrafts',
      summary: 'List the drafts of a product',
      right: 'read-offline-products',
      query: z.object(listParameters),
      answer: ['A page of the list.', productDraftList],
      read: ({ context, query, params }) => listDrafts(context, params.slug, pageWish(query)),
      columns: () => ({
        number: ({ number }) => number,
        title: ({ title }) => title,
        'builds on': ({ after }) => after,
        'author kind': ({ by }) => by.kind,
        author: ({ by }) => by.id,
        'author name': ({ by }) => by.name,
        created: ({ createdAt }) => createdAt,
        saved: ({ updatedAt }) => updatedAt,
      }),
    }),
    operatorChange('POST /api/operator/products/{slug}/drafts', {
      name: 'createProductDraft',
      summary: 'Save a draft of a product',
      description: 'Callers see nothing of it. It may have mistakes.',
      body: newDraftBody,
      mostBytes: mostBytesOfEntry,
      answer: savedDraft,
      change: createDraft,
      wish: (body, { slug }) => ({ ...body, slug }),
    }),
    operation('GET /api/operator/products/{slug}/drafts/{number}', {
      name: 'getProductDraft',
      summary: 'Get a draft as a catalogue file',
      right: 'read-offline-products',
      answers: { 200: ['The response.', productDraft] },
      run: ({ context, params }) => readDraft(context, params.slug, params.number),
    }),
    operatorChange('POST /api/operator/products/{slug}/drafts/{number}', {
      name: 'changeProductDraft',
      summary: 'Save a draft anew',
      body: draftBody,
      mostBytes: mostBytesOfEntry,
      answer: savedDraft,
      refuses: ['changed-meanwhile'],
      change: changeDraft,
      wish: (body, params) => ({ ...body, ...params }),
    }),
    operatorChange('POST /api/operator/products/{slug}/drafts/{number}/deletion', {
      name: 'deleteProductDraft',
      summary: 'Delete a draft',
      description: 'Backtests of it stay.',
      body: draftDeletionBody,
      answer: deletedDraft,
      change: deleteDraft,
      wish: (_body, params) => params,
    }),
    operation('POST /api/operator/products/{slug}/price-preview', {
      name: 'previewProductPrice',
      summary: 'Say what an entry of a product would cost beside its price',
      description:
        'Nothing is changed or kept. Prices are those of the example and of inputs at the corners of the schema; of the last hundred calls they are counted, and nothing else is said of their inputs.',
      right: 'read-offline-products',
      body: pricePreviewBody,
      mostBytes: mostBytesOfEntry,
      answers: { 200: ['The response.', pricePreview] },
      refuses: ['unavailable'],
      run: ({ context, params, body }) => previewPrice(context, params.slug, body),
    }),
    listOperation('GET /api/operator/products/{slug}/backtests', {
      name: 'listProductBacktests',
      summary: 'List the backtests of a product',
      right: 'read-offline-products',
      query: z.object(listParameters),
      answer: ['A page of the list.', backtestList],
      read: ({ context, query, params }) => listBacktests(context, params.slug, pageWish(query)),
      columns: () => ({
        number: ({ number }) => number,
        state: ({ state }) => state,
        days: ({ days }) => days,
        drafts: ({ drafts }) => drafts.map(({ number }) => number).join(', '),
        author: ({ by }) => by.id,
        'author name': ({ by }) => by.name,
        begun: ({ createdAt }) => createdAt,
        ended: ({ endedAt }) => endedAt,
      }),
    }),
    operatorChange('POST /api/operator/products/{slug}/backtests', {
      name: 'beginBacktest',
      summary: 'Say what the calls of a product would have cost by drafts of it',
      description:
        'It goes on in the background: ask for it until it is done. Each call is priced again from what its receipt keeps, or from its stored input; one that cannot be priced exactly is in no sum. The newest 10,000,000 calls are read, for at most ten minutes. The last 50 backtests of a product are kept.',
      body: newBacktestBody,
      answer: begunBacktest,
      refuses: ['unavailable'],
      change: beginBacktest,
      wish: (body, { slug }) => ({ ...body, slug }),
    }),
    operation('GET /api/operator/products/{slug}/backtests/{number}', {
      name: 'getBacktest',
      summary: 'Get a backtest, or how far it is',
      right: 'read-offline-products',
      answers: { 200: ['The response.', savedBacktest] },
      run: ({ context, params }) => readBacktest(context, params.slug, params.number),
    }),
    listOperation('GET /api/operator/products/{slug}/backtests/{number}/accounts', {
      name: 'listBacktestAccounts',
      summary: 'List what accounts would have paid',
      right: 'read-offline-products',
      exportRight: 'publish-product',
      query: z.object({ format: formatParameter }),
      answer: ['The list.', backtestAccounts],
      read: ({ context, params }) => listBacktestAccounts(context, params.slug, params.number),
      columns: () => ({
        draft: ({ draft }) => draft,
        account: ({ account }) => account && account.id,
        'account name': ({ account }) => account && account.name,
        calls: ({ calls }) => calls,
        before: ({ before }) => before,
        after: ({ after }) => after,
        outlook: ({ outlook }) => outlook.kind,
        'refused at': ({ outlook }) => outlook.at,
        'refused call': ({ outlook }) => outlook.call,
      }),
    }),
    operatorChange('POST /api/operator/products/{slug}/backtests/{number}/stop', {
      name: 'stopBacktest',
      summary: 'Stop a backtest',
      description: 'One that has ended stays as it is.',
      body: backtestActBody,
      answer: begunBacktest,
      change: stopBacktest,
      wish: (_body, params) => params,
    }),
  ],
} satisfies OperationGroup;

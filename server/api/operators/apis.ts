import { apiBody, archivedApi, deletedApi, operatorApiList } from '../../../lib/operator/apis.ts';
import {
  documentBody,
  followedDocument,
  lookBody,
  operatorApi,
  startedImport,
} from '../../../lib/operator/imports.ts';
import {
  changedTag,
  mergedTag,
  newTagBody,
  operatorTagList,
  orderedTags,
  tagBody,
  tagMergeBody,
  tagOrderBody,
  tagResetBody,
} from '../../../lib/operator/tags.ts';
import { featuredBody, featuredList, featuredProducts } from '../../../lib/operator/featured.ts';
import { archiveApi, deleteApi, restoreApi } from '../../desk/archive-api.ts';
import { changeTag, createTag, mergeTags, orderTags, resetTag } from '../../desk/change-tags.ts';
import { featuredQuery, featureProducts, listFeatured } from '../../desk/feature-products.ts';
import { followDocument, lookForNewer, readOperatorApi } from '../../desk/follow-document.ts';
import { apisQuery, listApis } from '../../desk/list-apis.ts';
import { listTags, tagsQuery } from '../../desk/list-tags.ts';
import { listOperation } from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

/** APIs as operators look after them. */
export const operatorApis = {
  tag: 'Operators: APIs and the catalogue',
  operations: [
    listOperation('GET /api/operator/apis', {
      name: 'listOperatorApis',
      summary: 'List APIs with their products',
      right: 'read-offline-products',
      query: apisQuery,
      answer: ['A page of the list.', operatorApiList],
      read: ({ context, query }) => listApis(context, query),
      columns: () => ({
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        version: ({ version }) => version,
        'kept in': ({ keptIn }) => keptIn,
        source: ({ source }) => source,
        address: ({ address }) => address,
        products: ({ products }) => products,
        online: ({ online }) => online,
        archived: ({ archived }) => archived,
        'missing credentials': ({ missing }) => missing.join(', '),
        changed: ({ changedAt }) => changedAt,
      }),
    }),
    operation('GET /api/operator/apis/{slug}', {
      name: 'getOperatorApi',
      summary: 'Get an API with where its document comes from',
      right: 'read-offline-products',
      answers: { 200: ['The response.', operatorApi] },
      refuses: ['not-found'],
      run: ({ context, params }) => readOperatorApi(context, params.slug),
    }),
    operatorChange('POST /api/operator/apis/{slug}/document', {
      name: 'followDocument',
      summary: 'Say where the document of an API is',
      description:
        'For APIs that the console keeps. Importing an address sets it. If the portal looks there every day, it says what is newer, and changes nothing.',
      body: documentBody,
      answer: followedDocument,
      change: followDocument,
      wish: (body, { slug }) => ({ ...body, slug }),
    }),
    operatorChange('POST /api/operator/apis/{slug}/looks', {
      name: 'lookForNewer',
      summary: 'Look for a newer version of the document of an API',
      description:
        'It is an import, whose operations are compared with what is published. Nothing changes until they are published from it.',
      body: lookBody,
      answer: startedImport,
      change: lookForNewer,
      wish: (_body, { slug }) => ({ slug }),
      refuses: ['unavailable'],
    }),
    operatorChange('POST /api/operator/apis/{slug}/archive', {
      name: 'archiveApi',
      summary: 'Archive the products of an API',
      description:
        'For APIs that the console keeps, and those of its products that the console keeps. They go offline; calls, receipts and versions stay.',
      body: apiBody,
      answer: archivedApi,
      change: archiveApi,
      wish: (_body, { slug }) => ({ slug }),
    }),
    operatorChange('POST /api/operator/apis/{slug}/restoration', {
      name: 'restoreApi',
      summary: 'Bring the products of an API back from the archive',
      description: 'They stay offline until they are put online.',
      body: apiBody,
      answer: archivedApi,
      change: restoreApi,
      wish: (_body, { slug }) => ({ slug }),
    }),
    operatorChange('POST /api/operator/apis/{slug}/deletion', {
      name: 'deleteApi',
      summary: 'Delete an API of which no product was ever online',
      description:
        'With its products. Those that were online may have calls, whose receipts stay: archive them.',
      body: apiBody,
      answer: deletedApi,
      change: deleteApi,
      wish: (_body, { slug }) => ({ slug }),
    }),
    listOperation('GET /api/operator/tags', {
      name: 'listOperatorTags',
      summary: 'List tags',
      right: 'read-offline-products',
      query: tagsQuery,
      answer: ['The list.', operatorTagList],
      read: ({ context, query }) => listTags(context, query),
      columns: () => ({
        kind: ({ kind }) => kind,
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        icon: ({ icon }) => icon,
        url: ({ url }) => url,
        description: ({ description }) => description,
        position: ({ position }) => position,
        products: ({ products }) => products,
        online: ({ online }) => online,
        'said by': ({ saidBy }) => saidBy,
        former: ({ former }) => former.join(', '),
      }),
    }),
    operatorChange('POST /api/operator/tags', {
      name: 'createTag',
      summary: 'Make a tag',
      body: newTagBody,
      answer: changedTag,
      change: createTag,
      wish: (body) => body,
    }),
    operatorChange('POST /api/operator/tags/{kind}/{slug}', {
      name: 'changeTag',
      summary: 'Change how a tag is called and looks',
      description:
        'What the console says lies over what files say: applying a file changes what is beneath. Its slug stays.',
      body: tagBody,
      answer: changedTag,
      change: changeTag,
      wish: (body, { kind, slug }) => ({ ...body, kind, slug }),
    }),
    operatorChange('POST /api/operator/tags/{kind}/{slug}/reset', {
      name: 'resetTag',
      summary: 'Show again what files say of a tag',
      body: tagResetBody,
      answer: changedTag,
      change: resetTag,
      wish: (_body, { kind, slug }) => ({ kind, slug }),
    }),
    operatorChange('POST /api/operator/tags/{kind}/{slug}/merge', {
      name: 'mergeTag',
      summary: 'Merge a tag into another one of its kind',
      description:
        'Its products and APIs have the other tag from then on. Its slug goes on to stand for that, in filters and in files. This cannot be undone.',
      body: tagMergeBody,
      answer: mergedTag,
      change: mergeTags,
      wish: ({ into }, { kind, slug }) => ({ into, kind, slug }),
    }),
    operatorChange('POST /api/operator/tag-orders/{kind}', {
      name: 'orderTags',
      summary: 'Put the tags of a kind into an order',
      description: 'The filters of the catalogue have this order.',
      body: tagOrderBody,
      answer: orderedTags,
      change: orderTags,
      wish: ({ slugs }, { kind }) => ({ slugs, kind }),
    }),
    listOperation('GET /api/operator/featured', {
      name: 'listFeatured',
      summary: 'List the products that the catalogue shows first',
      right: 'read-offline-products',
      query: featuredQuery,
      answer: ['The list.', featuredList],
      read: ({ context }) => listFeatured(context),
      columns: () => ({
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        status: ({ status }) => status,
        'seen by': ({ visibility }) => visibility,
      }),
    }),
    operatorChange('POST /api/operator/featured', {
      name: 'featureProducts',
      summary: 'Say which products the catalogue shows first',
      description:
        'They come first in the catalogue where no other order and no search is asked for, also those of APIs. Who may not see one does not see it there.',
      body: featuredBody,
      answer: featuredProducts,
      change: featureProducts,
      wish: ({ products }) => ({ slugs: products }),
    }),
  ],
} satisfies OperationGroup;

import { z } from 'zod';
import {
  deletedPage,
  mostBytesOfPage,
  newPageBody,
  operatorPage,
  operatorPageList,
  pageBody,
  pageDeletionBody,
  pageVersionList,
  readPageVersion,
  savedPage,
} from '../../../lib/operator/pages.ts';
import {
  createPage,
  deletePage,
  listPages,
  listPageVersions,
  pagesQuery,
  readPage,
  readVersion,
  savePage,
} from '../../desk/portal-pages.ts';
import { listParameters, pageWish } from '../../list-parameters.ts';
import { listOperation } from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

export const operatorPages = {
  tag: 'Operators: pages of the portal',
  operations: [
    listOperation('GET /api/operator/pages', {
      name: 'listOperatorPages',
      summary: 'List the pages of the portal, also deleted ones',
      right: 'read-pages',
      query: pagesQuery,
      answer: ['A page of the list.', operatorPageList],
      read: ({ context, query }) => listPages(context, query),
      columns: () => ({
        slug: ({ slug }) => slug,
        title: ({ title }) => title,
        version: ({ version }) => version,
        changed: ({ updatedAt }) => updatedAt,
        footer: ({ inFooter }) => String(inFooter),
        deleted: ({ deletedAt }) => deletedAt,
      }),
    }),
    operatorChange('POST /api/operator/pages', {
      name: 'createPage',
      summary: 'Write a new page of the portal',
      description:
        'Everybody reads it from then on, at /pages/SLUG. At the address of a deleted page, its versions go on.',
      body: newPageBody,
      mostBytes: mostBytesOfPage,
      answer: savedPage,
      change: createPage,
      wish: (body) => body,
    }),
    operation('GET /api/operator/pages/{slug}', {
      name: 'getOperatorPage',
      summary: 'Get a page of the portal, also a deleted one',
      right: 'read-pages',
      answers: { 200: ['The response.', operatorPage] },
      run: ({ context, params }) => readPage(context, params.slug),
    }),
    listOperation('GET /api/operator/pages/{slug}/versions', {
      name: 'listPageVersions',
      summary: 'List the versions of a page',
      right: 'read-pages',
      query: z.object(listParameters),
      answer: ['A page of the list.', pageVersionList],
      read: ({ context, query, params }) => listPageVersions(context, params.slug, pageWish(query)),
      columns: () => ({
        number: ({ number }) => number,
        title: ({ title }) => title,
        at: ({ at }) => at,
        'author kind': ({ by }) => by.kind,
        author: ({ by }) => by.id,
        'author name': ({ by }) => by.name,
        reason: ({ reason }) => reason,
        'asks again': ({ asksAgain }) => String(asksAgain),
      }),
    }),
    operation('GET /api/operator/pages/{slug}/versions/{number}', {
      name: 'getPageVersion',
      summary: 'Get what a page said',
      right: 'read-pages',
      answers: { 200: ['The response.', readPageVersion] },
      run: ({ context, params }) => readVersion(context, params.slug, params.number),
    }),
    operatorChange('POST /api/operator/pages/{slug}/versions', {
      name: 'savePage',
      summary: 'Save a page',
      description: 'If its title or text is another, that is a new version.',
      body: pageBody,
      mostBytes: mostBytesOfPage,
      answer: savedPage,
      refuses: ['changed-meanwhile'],
      change: savePage,
      wish: (body, { slug }) => ({ ...body, slug }),
    }),
    operatorChange('POST /api/operator/pages/{slug}/deletion', {
      name: 'deletePage',
      summary: 'Delete a page',
      description: 'Nobody reads it any more. Its versions stay for operators.',
      body: pageDeletionBody,
      answer: deletedPage,
      change: deletePage,
      wish: (_body, { slug }) => ({ slug }),
    }),
  ],
} satisfies OperationGroup;

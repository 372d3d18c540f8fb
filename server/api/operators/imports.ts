import { createHash } from 'node:crypto';
import { z } from 'zod';
import { maxDocumentBytes } from '../../../lib/import/document/read-document.ts';
import {
  choicesBody,
  importBody,
  importDetail,
  importedFileQuery,
  importedOperationDetail,
  importedOperationList,
  importList,
  publishImportBody,
  publishingImport,
  startedImport,
  storedChoices,
} from '../../../lib/operator/imports.ts';
import { invalidBody, Problem } from '../../../lib/problem/problem.ts';
import { authorOf } from '../../callers/caller.ts';
import { beginImport, chooseOfImport, publishOfImport, wishOfAddress } from '../../desk/change-import.ts';
import { tooLargeDocument } from '../../desk/import-document.ts';
import {
  importedOperationsQuery,
  importsQuery,
  listImports,
  listImportedOperations,
  readImport,
  readImportedOperation,
} from '../../desk/list-imports.ts';
import type { ClientConnection } from '../../http/client-connection.ts';
import { namesOf } from '../../http/arriving-request.ts';
import { makeChange } from '../../operator/change.ts';
import { mayDo, requireRight } from '../../rights.ts';
import { listOperation } from '../table/list-operation.ts';
import { openOperation, operation, type OperationGroup } from '../table/operation.ts';
import { privateJson } from '../table/private-response.ts';
import { changeHeaders, onceOfRequest, operatorChange, replayed } from './operation.ts';

/** How operators publish an API from its document. */
export const operatorImports = {
  tag: 'Operators: imports',
  operations: [
    listOperation('GET /api/operator/imports', {
      name: 'listImports',
      summary: 'List the last imports',
      right: 'read-offline-products',
      query: importsQuery,
      answer: ['The last 20, of at most a day.', importList],
      read: ({ context }) => listImports(context),
      columns: () => ({
        import: ({ id }) => id,
        title: ({ title }) => title,
        address: ({ address }) => address,
        file: ({ file }) => file,
        state: ({ state }) => state,
        at: ({ createdAt }) => createdAt,
      }),
    }),
    operatorChange('POST /api/operator/imports', {
      name: 'importAddress',
      summary: 'Import an OpenAPI document from an address',
      description:
        'The portal fetches the document within 20 seconds, and at most 64 MiB of it. Private addresses are only fetched if an owner or FAREBOX_EGRESS_ALLOW allows them.',
      body: importBody,
      answer: startedImport,
      change: beginImport,
      wish: wishOfAddress,
      refuses: ['unavailable'],
    }),
    openOperation('POST /api/operator/imports/document', {
      name: 'importDocument',
      summary: 'Import an OpenAPI document that is sent',
      description: 'The body is the document itself, as JSON or YAML in UTF-8 or UTF-16, of at most 64 MiB.',
      right: beginImport.right,
      query: importedFileQuery,
      body: z.unknown().meta({ description: 'The document.' }),
      requestHeaders: changeHeaders,
      answers: { 201: { says: 'Done.', schema: startedImport, headers: replayed } },
      refuses: [
        ...(['validation', 'body-too-large', 'unavailable'] as const),
        ...(['idempotency-key-invalid', 'idempotency-key-reused', 'replay-unavailable'] as const),
      ],
      handle: async ({ context, identify, connection, query, request }) => {
        const identity = await identify();
        const { caller } = identity;
        requireRight(caller, beginImport.right);
        await context.rateLimits.takeCall(caller, connection.network);
        context.desk.imports.requireRoom();
        const source = await readDocumentBody(connection);
        const { requestId } = namesOf(request.headers);
        const author = authorOf(caller, requestId);
        const sha256 = createHash('sha256').update(source).digest('hex');
        const once = onceOfRequest(request, author, { sha256, name: query.name ?? null });
        const wish = { address: null, file: query.name ?? null, source };
        const { answer, isReplayed } = await makeChange(context, beginImport, wish, author, once);
        const headers: Record<string, string> = isReplayed ? { 'idempotency-replayed': 'true' } : {};
        return privateJson(identity, answer, { status: beginImport.status, headers });
      },
    }),
    operation('GET /api/operator/imports/{import_id}', {
      name: 'getImport',
      summary: 'Get an import',
      right: 'read-offline-products',
      answers: { 200: ['The response.', importDetail] },
      refuses: ['not-found'],
      run: ({ context, params }) => readImport(context, params.import_id),
    }),
    listOperation('GET /api/operator/imports/{import_id}/operations', {
      name: 'listImportedOperations',
      summary: 'List the operations of an import',
      right: 'read-offline-products',
      query: importedOperationsQuery,
      answer: ['A page of the list.', importedOperationList],
      refuses: ['not-found'],
      read: ({ context, query, params }) => listImportedOperations(context, params.import_id, query),
      columns: () => ({
        position: ({ position }) => position,
        method: ({ method }) => method,
        path: ({ path }) => path,
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        losses: ({ losses }) => losses,
        problem: ({ problem }) => problem,
        compared: ({ compared }) => compared,
        chosen: ({ chosen }) => String(chosen),
        price: ({ price }) => price,
        outcome: ({ outcome }) => outcome,
        online: ({ isOnline }) => (isOnline === null ? null : String(isOnline)),
        sentence: ({ sentence }) => sentence,
      }),
    }),
    operation('GET /api/operator/imports/{import_id}/operations/{position}', {
      name: 'getImportedOperation',
      summary: 'Get an operation of an import',
      right: 'read-offline-products',
      answers: { 200: ['The response.', importedOperationDetail] },
      refuses: ['not-found'],
      run: ({ context, params }) => readImportedOperation(context, params.import_id, params.position),
    }),
    operatorChange('POST /api/operator/imports/{import_id}/choices', {
      name: 'chooseOfImport',
      summary: 'Choose and price operations of an import',
      description: 'Choices are made in their order, so that one for a group may follow one for all.',
      body: choicesBody,
      answer: storedChoices,
      change: chooseOfImport,
      wish: (body, { import_id: id }) => ({ ...body, id }),
      refuses: ['import-not-ready'],
    }),
    operatorChange('POST /api/operator/imports/{import_id}/products', {
      name: 'publishImport',
      summary: 'Publish the chosen operations of an import',
      description:
        'Each operation becomes a product of the console; what is published already is updated. To repeat it is safe.',
      body: publishImportBody,
      answer: publishingImport,
      change: publishOfImport,
      wish: (body, { import_id: id }, caller) => ({
        ...{ ...body, id },
        maySend: mayDo(caller, 'set-credential'),
      }),
      refuses: ['import-not-ready', 'unavailable'],
    }),
  ],
} satisfies OperationGroup;

async function readDocumentBody(connection: ClientConnection): Promise<Uint8Array> {
  const body = await connection.body(maxDocumentBytes).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'body-too-large')
      throw new Problem('body-too-large', `The document ${tooLargeDocument}`);
    throw error;
  });
  if (body && body.length > 0) return body;
  throw invalidBody([{ pointer: '', detail: 'Expected an OpenAPI document; the body is empty.' }]);
}

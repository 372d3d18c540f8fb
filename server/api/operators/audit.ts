import { z } from 'zod';
import { auditList } from '../../../lib/operator/audit.ts';
import { settingList } from '../../../lib/operator/products.ts';
import { auditExportQuery, exportAudit, auditQuery, listAudit } from '../../operator/audit.ts';
import { readSettings } from '../../operator/read-settings.ts';
import { requireRight } from '../../rights.ts';
import { text } from '../table/documented.ts';
import { listOperation } from '../table/list-operation.ts';
import { openOperation, operation, type OperationGroup } from '../table/operation.ts';
import { privateText } from '../table/private-response.ts';
import { mails } from './mails.ts';

export const operatorRecords = {
  tag: 'Operators: audit, mails and settings',
  operations: [
    listOperation('GET /api/operator/audit', {
      name: 'listAudit',
      summary: 'List the audit log',
      right: 'read-audit',
      exportRight: 'export-audit',
      query: auditQuery,
      answer: ['A page of the list.', auditList],
      read: ({ context, query }) => listAudit(context, query),
      columns: () => ({
        number: ({ number }) => number,
        at: ({ at }) => at,
        'author kind': ({ actor }) => actor.kind,
        author: ({ actor }) => actor.id,
        'author name': ({ actorName }) => actorName,
        verb: ({ verb }) => verb,
        target: ({ target }) => target,
        'target name': ({ targetName }) => targetName,
        before: ({ before }) => before && JSON.stringify(before),
        after: ({ after }) => after && JSON.stringify(after),
        reason: ({ reason }) => reason,
        request: ({ requestId }) => requestId,
        hash: ({ hash }) => hash,
      }),
    }),
    openOperation('GET /api/operator/audit/export', {
      right: 'export-audit',
      name: 'exportAudit',
      summary: 'Export the audit log',
      description:
        'One JSON object in each line, oldest first. `farebox verify audit FILE` checks the pages in their order as one file.',
      query: auditExportQuery,
      answers: {
        200: {
          says: 'A page of the log.',
          schema: z.string(),
          as: ['application/jsonl'],
          headers: { Link: text('The next page (RFC 8288).') },
        },
      },
      handle: async ({ context, query, identify, request }) => {
        const identity = await identify();
        requireRight(identity.caller, 'export-audit');
        const { text: lines, next } = await exportAudit(context, query);
        const { pathname, searchParams } = new URL(request.url);
        if (next !== null) searchParams.set('after', String(next));
        return privateText(identity, lines, {
          headers: {
            'content-type': 'application/jsonl; charset=utf-8',
            'content-disposition': 'attachment; filename="farebox-audit.jsonl"',
            ...(next !== null && { link: `<${pathname}?${searchParams}>; rel="next"` }),
          },
        });
      },
    }),
    ...mails,
    operation('GET /api/operator/settings', {
      name: 'getSettings',
      summary: 'Get the settings in force',
      right: 'read-settings',
      answers: { 200: ['The response.', settingList] },
      run: async ({ context }) => readSettings(context),
    }),
  ],
} satisfies OperationGroup;

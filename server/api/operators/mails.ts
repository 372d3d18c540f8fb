import { mailDetail, mailList, retriedMail } from '../../../lib/operator/mails.ts';
import { reasonBody } from '../../../lib/operator/people.ts';
import { listMails, mailsQuery, readMailText, retryMail } from '../../operator/mails.ts';
import { listOperation } from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

export const mails = [
  listOperation('GET /api/operator/mails', {
    name: 'listMails',
    summary: 'List mails',
    description: 'Only owners get it as CSV.',
    right: 'read-mails',
    exportRight: 'export-mails',
    query: mailsQuery,
    answer: ['A page of the list.', mailList],
    read: ({ context, query, caller }) => listMails(context, query, caller),
    columns: () => ({
      mail: ({ id }) => id,
      created: ({ createdAt }) => createdAt,
      kind: ({ kind }) => kind,
      to: ({ to }) => to,
      subject: ({ subject }) => subject,
      state: ({ state }) => state,
      attempts: ({ attempts }) => attempts,
      sent: ({ sentAt }) => sentAt,
      failed: ({ failedAt }) => failedAt,
      error: ({ lastError }) => lastError,
    }),
  }),
  operation('GET /api/operator/mails/{mail_id}', {
    name: 'getMail',
    summary: 'Get a mail with its text',
    right: 'read-mail-text',
    limit: 'call',
    answers: { 200: ['The response.', mailDetail] },
    run: ({ context, params, author }) => readMailText(context, params.mail_id, author),
  }),
  operatorChange('POST /api/operator/mails/{mail_id}/retry', {
    name: 'retryMail',
    summary: 'Send an email that failed or is waiting',
    body: reasonBody,
    answer: retriedMail,
    refuses: ['mail-not-due'],
    change: retryMail,
    wish: (_body, { mail_id: mailId }) => ({ mailId }),
  }),
] satisfies OperationGroup['operations'];

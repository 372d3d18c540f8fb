import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../server/http/operator-endpoint.ts';
import { listMails, mailsQuery } from '../../../../server/operator/list-mails.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-mails',
    exportRight: 'export-mails',
    query: mailsQuery,
    read: (context, query, _params, caller) => listMails(context, query, caller),
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
);

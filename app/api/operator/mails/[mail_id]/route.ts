import { z } from 'zod';
import { routeOf } from '../../../../../server/http/endpoint.ts';
import { operatorRead } from '../../../../../server/http/operator-endpoint.ts';
import { readMail } from '../../../../../server/operator/list-mails.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorRead({
    right: 'read-mail-text',
    query: z.object({}),
    read: (context, _query, { mail_id = '' }) => readMail(context, mail_id),
  }),
);

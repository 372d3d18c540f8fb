import { reasonBody } from '../../../../../../lib/operator/people.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { retryMail } from '../../../../../../server/operator/retry-mail.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: reasonBody,
    wish: (_body, { mail_id: mailId = '' }) => ({ mailId }),
    change: retryMail,
  }),
);

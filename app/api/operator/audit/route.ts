import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../server/http/operator-endpoint.ts';
import { auditQuery, listAudit } from '../../../../server/operator/list-audit.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-audit',
    exportRight: 'export-audit',
    query: auditQuery,
    read: listAudit,
    columns: () => ({
      number: ({ number }) => number,
      at: ({ at }) => at,
      'author kind': ({ actor }) => actor.kind,
      author: ({ actor }) => actor.id,
      'author name': ({ actorName }) => actorName,
      verb: ({ verb }) => verb,
      target: ({ target }) => target,
      'target name': ({ targetName }) => targetName,
      before: ({ before }) => textOf(before),
      after: ({ after }) => textOf(after),
      reason: ({ reason }) => reason,
      request: ({ requestId }) => requestId,
      hash: ({ hash }) => hash,
    }),
  }),
);

function textOf(values: object | null): string | null {
  return values && JSON.stringify(values);
}

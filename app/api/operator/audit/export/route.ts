import { handler, routeOf } from '../../../../../server/http/endpoint.ts';
import { privateText } from '../../../../../server/http/private-response.ts';
import { auditExportQuery, exportAudit } from '../../../../../server/operator/export-audit.ts';
import { requireRight } from '../../../../../server/operator/rights.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query: auditExportQuery,
    handle: async ({ context, query, identify, request }) => {
      const identity = await identify();
      requireRight(identity.caller, 'export-audit');
      const { text, next } = await exportAudit(context, query);
      const { pathname, searchParams } = new URL(request.url);
      if (next !== null) searchParams.set('after', String(next));
      return privateText(identity, text, {
        headers: {
          'content-type': 'application/jsonl; charset=utf-8',
          'content-disposition': 'attachment; filename="farebox-audit.jsonl"',
          ...(next !== null && { link: `<${pathname}?${searchParams}>; rel="next"` }),
        },
      });
    },
  }),
);

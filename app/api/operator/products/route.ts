import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../server/http/operator-endpoint.ts';
import { listProductHealth, productHealthQuery } from '../../../../server/operator/list-product-health.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-offline-products',
    exportRight: 'read-offline-products',
    query: productHealthQuery,
    read: listProductHealth,
    columns: () => ({
      product: ({ id }) => id,
      slug: ({ slug }) => slug,
      name: ({ name }) => name,
      status: ({ status }) => status,
      lately_calls: ({ health }) => health.lately.calls,
      lately_failed: ({ health }) => health.lately.failed,
      usually_calls: ({ health }) => health.usually.calls,
      usually_failed: ({ health }) => health.usually.failed,
      mean_ms: ({ health }) => health.meanMs,
      last_success: ({ health }) => health.lastSuccessAt,
      broken: ({ health }) => String(health.isBroken),
    }),
  }),
);

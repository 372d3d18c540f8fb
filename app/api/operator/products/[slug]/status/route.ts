import { statusBody } from '../../../../../../lib/operator/products.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { setProductStatus } from '../../../../../../server/operator/set-product-status.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: statusBody,
    wish: (body, { slug = '' }) => ({ ...body, slugs: [slug] }),
    change: setProductStatus,
  }),
);

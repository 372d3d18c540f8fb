import { dismissalBody } from '../../../../../lib/operator/overview.ts';
import { routeOf } from '../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../server/http/operator-endpoint.ts';
import { dismissItem } from '../../../../../server/operator/dismiss-item.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({ body: dismissalBody, wish: ({ item }) => ({ item }), change: dismissItem }),
);

import { z } from 'zod';
import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorRead } from '../../../../server/http/operator-endpoint.ts';
import { readSettings } from '../../../../server/operator/read-settings.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorRead({
    right: 'read-settings',
    query: z.object({}),
    read: (context) => Promise.resolve(readSettings(context)),
  }),
);

import { z } from 'zod';
import { closeSession } from '../../../server/callers/close-session.ts';
import { openSession } from '../../../server/callers/open-session.ts';
import { readSession } from '../../../server/callers/read-session.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({ method: 'GET', query, handle: readSession }),
  handler({ method: 'POST', query, handle: openSession }),
  handler({ method: 'DELETE', query, handle: closeSession }),
);

import { z } from 'zod';
import { endpoint } from '../../server/http/endpoint.ts';
import { metricsResponse } from '../../server/http/metrics-response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: metricsResponse,
});

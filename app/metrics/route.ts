import { z } from 'zod';
import { endpoint } from '../../server/endpoint.ts';
import { metricsAnswer } from '../../server/metrics-answer.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: metricsAnswer,
});

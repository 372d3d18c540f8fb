import { z } from 'zod';

/** Of lists that are also a CSV. */
export const formatParameter = z
  .enum(['json', 'csv'], 'json or csv')
  .optional()
  .meta({ description: '`csv`: as CSV, as with `Accept: text/csv`. Default: `json`.' });

import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';

const publishedKey = z.object({ publicKey: z.string(), otherKeys: z.array(z.string()) });

/** The public keys of this portal's signatures. */
export function receiptKeyOptions() {
  return queryOptions({
    queryKey: ['public', 'receipt-key'],
    queryFn: ({ signal }) => fetchJson('/api/receipt-key', publishedKey, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';

const jsonObject = z.record(z.string(), z.json());

/** A call under way is asked about again this often, until it has ended. */
const pollMs = 1_500;

/** As it came: what is signed is all of it, to the letter. */
export function receiptOptions(id: string) {
  return queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => fetchJson(`/api/calls/${encodeURIComponent(id)}`, jsonObject, signal),
    refetchInterval: ({ state }) => (state.data?.['state'] === 'dispatched' ? pollMs : false),
  });
}

/** What was sent with a call. That it is not kept is an answer, and asked for once. */
export function callInputOptions(id: string) {
  return queryOptions({
    queryKey: ['call-input', id],
    queryFn: ({ signal }) => fetchJson(`/api/calls/${encodeURIComponent(id)}/input`, jsonObject, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

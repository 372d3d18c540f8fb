import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { fetchJson } from '../fetch-json.ts';
import { Refusal } from '../refusal.ts';

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

/** What was sent with a call; null where it is not kept, or somebody else's. */
export function callInputOptions(id: string) {
  return queryOptions({
    queryKey: ['call-input', id],
    queryFn: ({ signal }) => inputOrNull(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function inputOrNull(id: string, signal: AbortSignal): Promise<JsonObject | null> {
  try {
    return await fetchJson(`/api/calls/${encodeURIComponent(id)}/input`, jsonObject, signal);
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'not-found') return null;
    throw error;
  }
}

import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { fetchJson } from '../fetch-json.ts';
import { ProblemError } from '../problem-error.ts';

const jsonObject = z.record(z.string(), z.json());

/** Polls a running call. */
const pollMs = 1_500;

/** The parsed receipt, unchanged: the signature covers all of it. */
export function receiptOptions(id: string) {
  return queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => fetchJson(`/api/calls/${encodeURIComponent(id)}`, jsonObject, signal),
    refetchInterval: ({ state }) => (state.data?.['state'] === 'dispatched' ? pollMs : false),
  });
}

/** The input of a call; null if it is deleted, or belongs to someone else. */
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
    if (error instanceof ProblemError && error.problem.code === 'not-found') return null;
    throw error;
  }
}

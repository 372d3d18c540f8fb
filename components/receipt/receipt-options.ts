import { queryOptions } from '@tanstack/react-query';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import { fetchJson } from '../fetch-json.ts';
import { ProblemError } from '../problem-error.ts';

/** Polls a running call. */
const pollMs = 1_500;

/** The parsed receipt, unchanged: the signature covers all of it. */
export function receiptOptions(id: string) {
  return queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => fetchJson('GET /api/calls/{call_id}', { params: { call_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'dispatched' ? pollMs : false),
  });
}

/** The input of a call; null if it is deleted, or belongs to someone else. */
export function callInputOptions(id: string) {
  return queryOptions({
    queryKey: ['call-input', id],
    queryFn: ({ signal }) => fetchCallInput(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The stored input of a call; null once it is deleted. */
export async function fetchCallInput(id: string, signal?: AbortSignal): Promise<JsonObject | null> {
  const given = { params: { call_id: id }, ...(signal && { signal }) };
  try {
    return jsonObjectOf(await fetchJson('GET /api/calls/{call_id}/input', given));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'not-found') return null;
    throw error;
  }
}

/** Guaranteed by JSON: parsed JSON contains only JSON values. */
function jsonObjectOf(value: Record<string, unknown>): JsonObject {
  return value as Record<string, JsonValue>;
}

import * as z from 'zod/mini';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import { fetchJson } from '../fetch-json.ts';
import { ProblemError } from '../problem-error.ts';

/** The stored input of a call; null once it is deleted. */
export async function fetchCallInput(callId: string): Promise<JsonObject | null> {
  const address = `/api/calls/${encodeURIComponent(callId)}/input`;
  try {
    return jsonObjectOf(
      await fetchJson(address, z.record(z.string(), z.unknown()), new AbortController().signal),
    );
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'not-found') return null;
    throw error;
  }
}

/** Guaranteed by JSON: parsed JSON contains only JSON values. */
function jsonObjectOf(value: Record<string, unknown>): JsonObject {
  return value as Record<string, JsonValue>;
}

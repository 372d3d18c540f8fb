import * as z from 'zod/mini';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import { fetchJson } from '../fetch-json.ts';
import { Refusal } from '../refusal.ts';

/** What was sent with a call, as the portal keeps it; null where it does not any more. */
export async function askCallInput(callId: string): Promise<JsonObject | null> {
  const address = `/api/calls/${encodeURIComponent(callId)}/input`;
  try {
    return jsonObjectOf(
      await fetchJson(address, z.record(z.string(), z.unknown()), new AbortController().signal),
    );
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'not-found') return null;
    throw error;
  }
}

/** Guaranteed by JSON: what came as JSON holds nothing but values of JSON. */
function jsonObjectOf(value: Record<string, unknown>): JsonObject {
  return value as Record<string, JsonValue>;
}

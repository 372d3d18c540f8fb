import { type PlaygroundDetail, playgroundDetailSchema } from '../../lib/product/playground-result.ts';
import { fetchJson } from '../fetch-json.ts';

/** Whoever comes back after a while asks for what the server gave the first time. */
export function askPlayground(slug: string, signal: AbortSignal): Promise<PlaygroundDetail> {
  const address = `/api/product/playground?id=${encodeURIComponent(slug)}&detail=full`;
  return fetchJson(address, playgroundDetailSchema, signal);
}

import { type PlaygroundDetail, playgroundDetailSchema } from '../../lib/product/playground-result.ts';
import { fetchJson } from '../fetch-json.ts';

/** Loads the playground again for a page that was open for long. */
export function fetchPlayground(slug: string, signal: AbortSignal): Promise<PlaygroundDetail> {
  const address = `/api/product/playground?id=${encodeURIComponent(slug)}&detail=full`;
  return fetchJson(address, playgroundDetailSchema, signal);
}

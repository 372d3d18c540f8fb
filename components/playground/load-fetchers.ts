import { loaded } from '../loaded.ts';

/** The server renders the first responses, so the code that loads others comes later. */
export function loadFetchers(): Promise<typeof import('./fetchers.ts')> {
  return loaded(import('./fetchers.ts'));
}

export function loadInputParts(): Promise<typeof import('./input/input-parts.ts')> {
  return loaded(import('./input/input-parts.ts'));
}

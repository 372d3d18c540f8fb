import { loaded } from '../loaded.ts';

export function loadInputParts(): Promise<typeof import('./input-parts.ts')> {
  return loaded(import('./input-parts.ts'));
}

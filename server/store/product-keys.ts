import { z } from 'zod';

const productKeys = z.array(z.int());

/** Reads `ApiKey.products`. */
export function parseProductKeys(text: string | null): number[] | null {
  return text === null ? null : productKeys.parse(JSON.parse(text));
}

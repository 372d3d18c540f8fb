import { LIMITS } from '../../lib/limits.ts';
import { readVersion } from './compiled-version.ts';
import { findProduct } from './product-record.ts';

const inputPath = /^\/api\/product\/(?:credits\/required|developer\/call)\/([^/]+)$/;

/** How large a body may be: where it is the input of a product, as large as the product's template says. */
export async function requestBytes(pathname: string): Promise<number> {
  const name = inputPath.exec(pathname)?.[1];
  if (name === undefined) return LIMITS.bodyBytes.default;
  const product = await findProduct(decodeURIComponent(name));
  if (!product) return LIMITS.bodyBytes.default;
  const { limits } = await readVersion(product.versionKey);
  return limits.bodyBytes;
}

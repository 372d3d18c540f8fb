import type { z } from 'zod';
import type { BufferedResponse } from '../http/response.ts';
import type { Call } from '../http/endpoint.ts';
import { readGivenInput } from '../inputs/given-input.ts';
import { readVersion } from './compiled-version.ts';
import { requireProduct } from './product-info.ts';
import { quoteCall, type quoteQuery } from './quote-call.ts';

/** The estimate as it is asked for over HTTP: the body is read once it is known how large it may be. */
export async function estimate({
  params,
  query,
  request,
  connection,
}: Call<z.output<typeof quoteQuery>>): Promise<BufferedResponse> {
  const product = await requireProduct(params['api_id'] ?? '');
  const { limits } = await readVersion(product.versionKey);
  return quoteCall(product, query, await readGivenInput(request, connection, limits.bodyBytes));
}

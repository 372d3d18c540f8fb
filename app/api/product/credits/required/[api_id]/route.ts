import type { QuoteResult } from '../../../../../../lib/product/quote-result.ts';
import { Problem } from '../../../../../../lib/problem/problem.ts';
import type { ProblemCode } from '../../../../../../lib/problem/problems.ts';
import { readSpendable } from '../../../../../../server/calls/spendable.ts';
import { endpoint } from '../../../../../../server/http/endpoint.ts';
import { readGivenInput } from '../../../../../../server/http/given-input.ts';
import type { Identity } from '../../../../../../server/http/identify.ts';
import { freshResponse } from '../../../../../../server/http/response.ts';
import { ignoredFieldsHeader } from '../../../../../../server/inputs/ignored-fields.ts';
import type { Context } from '../../../../../../server/portal/context.ts';
import { readVersion } from '../../../../../../server/products/compiled-version.ts';
import { requireProduct } from '../../../../../../server/products/find-product.ts';
import type { ProductRecord } from '../../../../../../server/store/catalogue.ts';
import { quoteCall, quoteQuery } from '../../../../../../server/products/quote-call.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: quoteQuery,
  handle: async ({ context, params, query, request, connection, identify }) => {
    const product = await requireProduct(context, params['api_id'] ?? '');
    const version = await readVersion(context, product.versionKey);
    const given = await readGivenInput(request, connection, version.limits.bodyBytes);
    const { estimate, ignored } = await quoteCall(context, version, given, query);
    const headers = ignoredFieldsHeader(ignored);
    if (query.detail === undefined) return freshResponse(200, 'application/json', estimate.text, headers);
    const spendable = await spendableOf(context, identify, product);
    const text = JSON.stringify({ ...estimate.value(), ...spendable });
    return freshResponse(200, 'application/json', text, headers);
  },
});

/** Of a caller who is known, and whose calls are refused for the same reason. */
const refusesCalls = new Set<ProblemCode>([
  'account-suspended',
  'forbidden',
  'key-required',
  'seeing-account',
]);

/** What the caller of an estimate can spend; nothing about one whom the portal does not know. */
async function spendableOf(
  context: Context,
  identify: () => Promise<Pick<Identity, 'caller'>>,
  product: ProductRecord,
): Promise<Pick<QuoteResult, 'spendable'>> {
  try {
    const { caller } = await identify();
    return { spendable: (await readSpendable(context, caller, product)).spendable };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail } = error;
    return refusesCalls.has(code) ? { spendable: { credits: 0, code, why: detail } } : {};
  }
}

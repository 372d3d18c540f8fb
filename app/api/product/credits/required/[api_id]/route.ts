import { endpoint } from '../../../../../../server/http/endpoint.ts';
import { readGivenInput } from '../../../../../../server/http/given-input.ts';
import { freshResponse } from '../../../../../../server/http/response.ts';
import { ignoredFieldsHeader } from '../../../../../../server/inputs/ignored-fields.ts';
import { readVersion } from '../../../../../../server/products/compiled-version.ts';
import { requireProduct } from '../../../../../../server/products/find-product.ts';
import { quoteCall, quoteQuery } from '../../../../../../server/products/quote-call.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: quoteQuery,
  handle: async ({ context, params, query, request, connection }) => {
    const product = await requireProduct(context, params['api_id'] ?? '');
    const version = await readVersion(context, product.versionKey);
    const given = await readGivenInput(request, connection, version.limits.bodyBytes);
    const { estimate, ignored } = await quoteCall(context, version, given, query);
    return freshResponse(200, 'application/json', estimate.text, ignoredFieldsHeader(ignored));
  },
});

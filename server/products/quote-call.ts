import { z } from 'zod';
import { type Prepared, prepareOnce } from '../answer.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import { estimateInput } from '../inputs/estimate-input.ts';
import { portal } from '../portal.ts';
import { readVersion } from './compiled-version.ts';
import type { ProductRecord } from './product-record.ts';

export const quoteParams = z.object({
  api_id: z.string().meta({ description: 'The id of the product, or its slug.' }),
});

export const quoteQuery = z.object({
  detail: z.literal('full', 'full').optional().meta({
    description: 'Adds the signed quote, the price line by line, and what is missing, invalid or ignored.',
  }),
});

export const callInput = z.record(z.string(), z.unknown()).meta({
  id: 'CallInput',
  description: 'The parameters of the call: the fields that the playground lists.',
  override: { type: 'object', additionalProperties: true },
});

/** What a call with this input costs at most. Any object has a price: what is wrong counts as its dearest value. */
export async function quoteCall(
  { versionKey }: ProductRecord,
  { detail }: z.output<typeof quoteQuery>,
  given: GivenInput,
): Promise<Prepared> {
  const { secret, inputThreads } = portal();
  const version = await readVersion(versionKey);
  const detailed = detail !== undefined;
  const result =
    'value' in given
      ? JSON.stringify(estimateInput(version, given.value, { detailed, secret }))
      : await inputThreads.estimate(version, given, detailed);
  return prepareOnce(200, 'application/json', result);
}

import { z } from 'zod';
import { chargesInWords } from '../../lib/call/charges.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { exampleInput } from '../../lib/operation/input-shape.ts';
import { effectiveLimits } from '../../lib/operation/limits.ts';
import { responseShape } from '../../lib/operation/media-type.ts';
import { requestFields } from '../../lib/operation/request-fields.ts';
import { explainPrice } from '../../lib/price/effects.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { playgroundResultSchema } from '../../lib/product/playground-result.ts';
import { describedOperation } from '../../lib/reference/described-operation.ts';
import { PatternSamples } from '../../lib/sample/pattern-samples.ts';
import type { Context } from '../context.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import { type CompiledVersion, readVersion } from './compiled-version.ts';
import { findProduct } from './find-product.ts';

const nameLimit = 200;

export const playgroundQuery = z.object({
  id: z.string().max(nameLimit, `at most ${nameLimit} characters`).optional().meta({
    description: 'The same id, for clients that cannot send a body with GET, such as browsers.',
  }),
  detail: z
    .literal('full', 'full')
    .optional()
    .meta({ description: 'Adds the price, the charge table, the limits, the operation and examples.' }),
});

export const playgroundBody = z
  .object({
    id: z.string().meta({ description: 'Id of an API template, or id or slug of a product.' }),
  })
  .meta({ id: 'PlaygroundRequest' });

/** The product or template in the query or body of a playground request. */
export async function findTemplate(
  context: Context,
  query: z.output<typeof playgroundQuery>,
  body: JsonObject | undefined,
): Promise<ProductRecord> {
  const id = chooseId(query.id, body?.['id']);
  const product = await findProduct(context, id, true);
  if (product) return product;
  throw new Problem(
    'not-found',
    `There is no template or product with the id or slug ${JSON.stringify(id)}.`,
  );
}

export async function readPlayground(context: Context, { versionKey }: Pick<ProductRecord, 'versionKey'>) {
  return playgroundResult(await readVersion(context, versionKey));
}

/** The same with `detail=full`. */
export async function readFullPlayground(
  context: Context,
  { versionKey }: Pick<ProductRecord, 'versionKey'>,
) {
  const version = await readVersion(context, versionKey);
  return { ...playgroundForm(version), ...playgroundDetail(version) };
}

function chooseId(fromQuery: string | undefined, fromBody: unknown): string {
  if (fromBody !== undefined && (typeof fromBody !== 'string' || fromBody.length > nameLimit)) {
    throw new Problem(
      'invalid-parameter',
      `The id in the body must be a string of at most ${nameLimit} characters.`,
      [{ pointer: '/id', detail: `must be a string of at most ${nameLimit} characters` }],
    );
  }
  const id = fromBody || fromQuery;
  if (id === undefined || id === '') {
    throw new Problem(
      'missing-parameter',
      'The id is missing: send the JSON body {"id": "…"}, or ?id=… in the URL.',
      [{ pointer: '/id', detail: 'is required' }],
    );
  }
  if (fromQuery !== undefined && id !== fromQuery) {
    throw new Problem(
      'invalid-parameter',
      `The id is ${JSON.stringify(id)} in the body and ${JSON.stringify(fromQuery)} in the URL.`,
      [{ parameter: 'id', detail: 'must equal the id in the body, or be left out' }],
    );
  }
  return id;
}

type PlaygroundResult = z.input<typeof playgroundResultSchema>;

/** The description of a product: its input fields and its response. */
function playgroundResult({
  template,
  shape,
  affectsPrice,
}: CompiledVersion): Pick<PlaygroundResult, 'request' | 'response'> {
  return { request: requestFields(shape, affectsPrice), response: responseShape(template) };
}

/** The same for forms, with a matching text for each pattern. */
function playgroundForm({
  template,
  shape,
  affectsPrice,
}: CompiledVersion): Pick<PlaygroundResult, 'request' | 'response'> {
  const samples = new PatternSamples();
  const fields = requestFields(shape, affectsPrice);
  const request = fields.map((field) => ({ ...field, schema: samples.in(field.schema) }));
  return { request, response: responseShape(template) };
}

/** The additions of `detail=full`. */
function playgroundDetail({
  template,
  shape,
  bounds,
}: CompiledVersion): Omit<PlaygroundResult, 'request' | 'response'> {
  const { price, charges, limits } = template['x-farebox'];
  return {
    price: { ...bounds, ...explainPrice(price), written: price },
    charges: chargesInWords(charges).map(({ outcome, charge, text }) => ({ outcome, charged: charge, text })),
    limits: effectiveLimits(limits),
    examples: [{ title: 'Example', input: exampleInput(shape) }],
    operation: describedOperation(template),
  };
}

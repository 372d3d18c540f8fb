import type { z } from 'zod';
import { chargesInWords } from '../../lib/call/charges.ts';
import { exampleInput } from '../../lib/operation/input-shape.ts';
import { effectiveLimits } from '../../lib/operation/limits.ts';
import type { playgroundResultSchema } from '../../lib/product/playground-result.ts';
import { explainPrice } from '../../lib/price/explain.ts';
import { describedOperation } from '../../lib/reference/described-operation.ts';
import { requestFields } from '../../lib/operation/request-fields.ts';
import { PatternSamples } from '../../lib/sample/pattern-samples.ts';
import { responseShape } from '../../lib/operation/response-shape.ts';
import type { CompiledVersion } from './compiled-version.ts';

type PlaygroundResult = z.input<typeof playgroundResultSchema>;

/** The description of a product: its input fields and its response. */
export function playgroundResult({
  template,
  shape,
  affectsPrice,
}: CompiledVersion): Pick<PlaygroundResult, 'request' | 'response'> {
  return { request: requestFields(shape, affectsPrice), response: responseShape(template) };
}

/** The same for forms, with a matching text for each pattern. */
export function playgroundForm({
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
export function playgroundDetail({
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

import { chargeTable, isDearerCharge, outcomes } from '../call/charges.ts';
import type { JsonObject } from '../json/json.ts';
import { inputShape } from '../operation/input-shape.ts';
import { templateSchema } from '../operation/operation.ts';
import { canBeDearer } from '../price/compare-prices.ts';
import { compilePrice } from '../price/compile-price.ts';
import type { WrittenPrice } from '../price/price-changes.ts';

/** Whether a call can cost more than before: `false` is proved. */
export function mayCostMore(before: string, after: string): boolean {
  const [old, next] = [before, after].map(readPriced);
  return !old || !next || canCostMore(old, next);
}

export function canCostMore(old: Priced, next: Priced): boolean {
  // Another default is another input.
  const isOtherInput = JSON.stringify(old.schema) !== JSON.stringify(next.schema);
  const risen = outcomes.some((outcome) => isDearerCharge(old.charges[outcome], next.charges[outcome]));
  return isOtherInput || risen || canBeDearer(old.program, next.program, next.schema);
}

/** What a template says of the price of a call. */
export interface Priced extends WrittenPrice {
  schema: JsonObject;
}

/** Undefined of a template that this version of Farebox cannot read. */
export function readPriced(document: string): Priced | undefined {
  const template = templateSchema.safeParse(JSON.parse(document)).data;
  if (!template) return undefined;
  const { price, charges } = template['x-farebox'];
  const { schema } = inputShape(template);
  const compiled = compilePrice(price, schema);
  return compiled.ok ? { schema, program: compiled.program, charges: chargeTable(charges) } : undefined;
}

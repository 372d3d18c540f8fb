import { type Charge, chargeTable, type Outcome } from '../../lib/call/charges.ts';
import { type InputShape, inputShape } from '../../lib/operation/input-shape.ts';
import { type EffectiveLimits, effectiveLimits } from '../../lib/operation/limits.ts';
import { type Template, templateSchema } from '../../lib/operation/operation.ts';
import { type PriceBounds, priceBounds } from '../../lib/price/bounds.ts';
import { compilePrice, type PriceProgram } from '../../lib/price/compile-price.ts';
import { fieldsRead, fieldsSettling } from '../../lib/price/effects.ts';
import { isSettledLine } from '../../lib/price/evaluate.ts';
import { compileInput } from '../../lib/validation/validate.ts';
import type { Cache } from '../cache.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import type { Store } from '../store/store.ts';

/** A parsed template version with its compiled price and validators. */
export interface CompiledVersion {
  hash: string;
  templateKey: number;
  /** The stored text, which threads compile themselves. */
  document: string;
  template: Template;
  shape: InputShape;
  price: PriceProgram;
  bounds: PriceBounds;
  affectsPrice(fieldName: string): boolean;
  /** Whether the settled price depends on the field. */
  isSettling(fieldName: string): boolean;
  validators: ReturnType<typeof compileInput>;
  charges: Record<Outcome, Charge>;
  limits: EffectiveLimits;
  /** Whether the charge depends on the use in the response. */
  metered: boolean;
  takesFiles: boolean;
}

/** Cached without invalidation, because versions never change. */
export function readVersion(
  {
    caches,
    store,
  }: { caches: { versions: Cache<number, CompiledVersion> }; store: Pick<Store, 'catalogue'> },
  key: number,
): CompiledVersion | Promise<CompiledVersion> {
  return caches.versions.getOrMake(key, async () => compileVersion(await store.catalogue.readVersion(key)));
}

/** Validators and shapes take about twenty times as much memory as their text. */
export function versionBytes({ document }: Pick<CompiledVersion, 'document'>): number {
  return 20 * document.length + 16 * 1024;
}

export function compileVersion({ document, hash, templateKey }: VersionRow): CompiledVersion {
  const template = templateSchema.parse(JSON.parse(document));
  const shape = inputShape(template);
  const compiled = compilePrice(template['x-farebox'].price, shape.schema);
  if (!compiled.ok) throw new Error(`A published price does not compile: ${JSON.stringify(compiled.errors)}`);
  const read = fieldsRead(compiled.program);
  const settling = fieldsSettling(compiled.program);
  return {
    hash,
    templateKey,
    document,
    template,
    shape,
    price: compiled.program,
    bounds: priceBounds(compiled.program, shape.schema),
    affectsPrice: (fieldName) => read === 'all' || read.has(fieldName),
    isSettling: (fieldName) => settling === 'all' || settling.has(fieldName),
    validators: compileInput(shape),
    charges: chargeTable(template['x-farebox'].charges),
    limits: effectiveLimits(template['x-farebox'].limits),
    metered: compiled.program.lines.some(isSettledLine),
    takesFiles: /"(?:binary|byte|base64)"|"contentEncoding"|"contentMediaType"/.test(document),
  };
}

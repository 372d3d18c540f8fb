import { bindInput } from '../../lib/bind/bind.ts';
import { inputShape } from '../../lib/operation/input-shape.ts';
import { compilePrice } from '../../lib/price/compile-price.ts';
import { evaluatePrice } from '../../lib/price/evaluate.ts';
import { templateSchema } from '../../lib/operation/operation.ts';
import { compileInput } from '../../lib/validation/validate.ts';
import { type Fidelity, totalFidelity } from '../../lib/import/fidelity.ts';
import { importDocument } from '../../lib/import/import-document.ts';
import { bigDocument } from '../../tests/setup/big-document.ts';
import { type Finding, figure, median } from '../harness/findings.ts';
import { template } from '../seeds/products.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const input = {
  format: 'svg',
  dpi: 144,
  width: 3000,
  height: 2000,
  title: 'Sales by quarter, in thousands',
  series: Array.from({ length: 8 }, (_, index) => ({ name: `Quarter ${index}`, value: index * 12.5 })),
};

/** The time of one call before it is sent, for each step: the median of five rounds. */
export function measureCosts(): Finding[] {
  const parsed = templateSchema.parse(template(1));
  const shape = inputShape(parsed);
  const { input: validate } = compileInput(shape);
  const compiled = compilePrice(parsed['x-farebox'].price, shape.schema);
  if (!compiled.ok) throw new Error('The price of the benchmark does not compile.');
  const { program } = compiled;
  const steps: [string, () => unknown][] = [
    ['validating the input', () => validate(input)],
    ['pricing it, with three lines in words', () => evaluatePrice(program, { input })],
    ['binding it to a request', () => bindInput(parsed, shape, input)],
  ];
  return steps.map(([what, work]) => figure(`One call: ${what}`, `${microseconds(work).toFixed(1)} µs`));
}

function microseconds(work: () => unknown): number {
  const rounds = 20_000;
  const round = () => {
    const start = performance.now();
    for (let index = 0; index < rounds; index += 1) work();
    return ((performance.now() - start) * 1000) / rounds;
  };
  round();
  return median(Array.from({ length: 5 }, round));
}

/** The share of form texts and values in a document that the form must show. */
const leastShare = 0.95;

/**
 * Measures how many descriptions, examples, enum meanings, defaults and deprecations of documents the forms show: of
 * the shipped documents, of a large generated one, and of a folder.
 */
export function measureFidelity(folder: string | undefined): Finding[] {
  const documents: [string, string][] = [
    ...documentsIn('catalogue/openapi'),
    ['a document of 300 operations', JSON.stringify(bigDocument())],
    ...(folder === undefined ? [] : documentsIn(folder)),
  ];
  const all = documents.flatMap(([name, text]) => {
    const result = importDocument(text, { counts: true });
    if (!result.ok) return [];
    return [{ name, fidelity: totalFidelity(result.operations.flatMap((one) => one.fidelity ?? [])) }];
  });
  return [
    ...all,
    { name: `all ${all.length} documents`, fidelity: totalFidelity(all.map((one) => one.fidelity)) },
  ].map(finding);
}

function documentsIn(folder: string): [string, string][] {
  return readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/i.test(name))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

function finding({ name, fidelity }: { name: string; fidelity: Fidelity }): Finding {
  const kinds: [string, Fidelity[keyof Fidelity]][] = [
    ['descriptions', fidelity.descriptions],
    ['examples', fidelity.examples],
    ['meanings of values', fidelity.enumMeanings],
    ['defaults', fidelity.defaults],
    ['deprecations', fidelity.deprecations],
  ];
  const given = kinds.reduce((sum, [, share]) => sum + share.given, 0);
  const kept = kinds.reduce((sum, [, share]) => sum + share.kept, 0);
  const parts = kinds
    .filter(([, share]) => share.given > 0)
    .map(([kind, share]) => `${kind} ${percent(share.kept, share.given)}`);
  return {
    what: `Form texts and values of ${name} that the form shows`,
    measured: `${percent(kept, given)} of ${given}: ${parts.join(', ')}`,
    target: `≥ ${leastShare * 100} %`,
    isMet: given === 0 || kept / given >= leastShare,
  };
}

function percent(kept: number, given: number): string {
  return given === 0 ? '100 %' : `${((kept / given) * 100).toFixed(1)} %`;
}

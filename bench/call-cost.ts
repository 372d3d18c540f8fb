import { bindInput } from '../lib/bind/bind.ts';
import { inputShape } from '../lib/operation/input-shape.ts';
import { compilePrice } from '../lib/price/compile-price.ts';
import { evaluatePrice } from '../lib/price/evaluate.ts';
import { templateSchema } from '../lib/operation/template.ts';
import { compileInput } from '../lib/validation/validator.ts';
import { median } from './load.ts';
import { template } from './seed-products.ts';

const input = {
  format: 'svg',
  dpi: 144,
  width: 3000,
  height: 2000,
  title: 'Sales by quarter, in thousands',
  series: Array.from({ length: 8 }, (_, index) => ({ name: `Quarter ${index}`, value: index * 12.5 })),
};

/** The time of one call before it is sent, in microseconds for each step: the median of five rounds. */
export function callCost(): [string, number][] {
  const parsed = templateSchema.parse(template(1));
  const shape = inputShape(parsed);
  const { input: validate } = compileInput(shape);
  const compiled = compilePrice(parsed['x-farebox'].price, shape.schema);
  if (!compiled.ok) throw new Error('The price of the benchmark does not compile.');
  const { program } = compiled;
  return [
    ['validating the input', microseconds(() => validate(input))],
    ['pricing it, with three lines in words', microseconds(() => evaluatePrice(program, { input }))],
    ['binding it to a request', microseconds(() => bindInput(parsed, shape, input))],
  ];
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

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/json/json.ts';
import { compilePrice } from '../../../lib/price/compile-price.ts';
import { chargeFor, evaluatePrice } from '../../../lib/price/evaluate.ts';
import { functions } from '../../../lib/price/formula/functions.ts';
import { priceSchema } from '../../../lib/price/price.ts';

const page = readFileSync('docs/prices.md', 'utf8');
const [, ...sections] = page.slice(page.indexOf('\n## Examples')).split('\n### ');

interface Row {
  input: JsonObject;
  credits: number;
  answer: JsonValue | undefined;
  charged: number;
}

/** Its heading, its price, and the rows of its table. */
function example(section: string): [string, { yaml: string; rows: Row[] }] {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(section) ?? [];
  const rows = [...section.matchAll(/^\| `(\{.*?\})` \| (\d+) \|(?: `(\{.*?\})` \| (\d+) \|)?$/gm)].map(
    ([, input = '', credits, answer, charged]) => ({
      input: JSON.parse(input),
      credits: Number(credits),
      answer: answer === undefined ? undefined : JSON.parse(answer),
      charged: Number(charged ?? credits),
    }),
  );
  return [section.slice(0, section.indexOf('\n')), { yaml, rows }];
}

describe('docs/prices.md', () => {
  it('has fifteen examples at least, names every line and every function', () => {
    expect(sections.length).toBeGreaterThanOrEqual(15);
    for (const name of ['flat', 'per', 'tiers', 'choice', ...Object.keys(functions)])
      expect(page).toMatch(new RegExp(`^\\|.*\`${name}[\`(]`, 'm'));
  });

  it.each(sections.map(example))('prices as it says: %s', (_heading, { yaml, rows }) => {
    const compiled = compilePrice(priceSchema.parse(parse(yaml)));
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
    expect(rows.length).toBeGreaterThan(0);
    const found = rows.map(({ input, answer }) => {
      const priced = evaluatePrice(compiled.program, { input });
      if (!priced.ok) throw new Error(priced.detail);
      const usage = isJsonObject(answer) ? answer['usage'] : undefined;
      const use = { input, response: answer, usage };
      const charge = chargeFor(compiled.program, { quoted: priced.credits, priced }, use);
      return { input, credits: priced.credits, answer, charged: charge.ok ? charge.charged : 0 };
    });
    expect(found).toEqual(rows);
  });
});

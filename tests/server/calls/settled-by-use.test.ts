import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputShape } from '../../../lib/operation/input-shape.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { compilePrice } from '../../../lib/price/compile-price.ts';
import { chargeFor, evaluatePrice } from '../../../lib/price/evaluate.ts';
import { templateSchema } from '../../../lib/operation/operation.ts';
import { shippedCatalogue } from '../../setup/shipped-catalogue.ts';
import { runs } from '../../setup/runs.ts';
import { jsonBody, startToolbox } from '../toolbox/toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

function textGenerationPrice() {
  const reading = shippedCatalogue;
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes));
  const product = reading.catalogue.products.find(({ row }) => row.slug === 'text-generation');
  const template = templateSchema.parse(JSON.parse(product?.row.template.document ?? '{}'));
  const price = compilePrice(template['x-farebox'].price, inputShape(template).schema);
  if (!price.ok) throw new Error(JSON.stringify(price.errors));
  return price.program;
}

const program = textGenerationPrice();

async function priced(asked: JsonObject) {
  const input: JsonObject = { model: 'markov-alice', max_tokens: 64, ...asked };
  const quote = evaluatePrice(program, { input });
  if (!quote.ok) throw new Error(quote.detail);
  const response = await (await fetch(`${toolbox.url}/v1/chat/completions`, jsonBody(input))).json();
  const charge = chargeFor(
    program,
    { quoted: quote.credits, priced: quote },
    { input, response, usage: response.usage },
  );
  if (!charge.ok) throw new Error(charge.detail);
  return { quote, ...charge };
}

test('text generation is charged by the words that the reply counts, below its quote', async () => {
  const messages = [{ role: 'user', content: 'Tell me what happened. Alice was' }];
  expect(await priced({ messages, max_tokens: 24, seed: 7 })).toMatchObject({
    quote: { credits: 4 },
    charged: 3,
  });
});

/** Line by line, since rounding the sum to whole credits would hide a line that is a little above. */
test('no line of text generation settles above its quote, whatever the messages hold', async () => {
  const piece = fc.constantFrom(
    'a',
    'é',
    '🚤',
    '\u200d',
    ' ',
    '\n',
    '\u00a0',
    '\u2003',
    '\ufeff',
    '\0',
    'a b ',
  );
  const content = fc.string({ unit: piece, maxLength: 400 });
  const role = fc.constantFrom('system', 'user', 'assistant');
  const messages = fc.array(fc.record({ role, content }), { minLength: 1, maxLength: 8 });
  const withinQuote = async (messages: JsonObject[], max_tokens: number) => {
    const { quote, evaluation } = await priced({ messages, max_tokens });
    const above = evaluation.lines.filter(({ amount }, index) => {
      return Number(amount) > Number(quote.lines[index]?.amount);
    });
    expect(above).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(messages, fc.integer({ min: 1, max: 512 }), withinQuote), {
    numRuns: runs(150),
  });
});

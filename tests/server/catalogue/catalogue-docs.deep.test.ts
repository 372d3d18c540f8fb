import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindInput } from '../../../lib/bind/bind.ts';
import { exampleInput, type InputShape, inputShape } from '../../../lib/operation/input-shape.ts';
import { isJsonObject, type JsonObject } from '../../../lib/json/json.ts';
import { type Template, templateSchema } from '../../../lib/operation/operation.ts';
import { compileInput } from '../../../lib/validation/validate.ts';
import { shippedCatalogue } from '../../setup/shipped-catalogue.ts';
import { startToolbox } from '../toolbox/toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

interface Example {
  name: string;
  template: Template;
  input: JsonObject;
  /** Absent where the reply is no JSON. */
  reply?: string;
}

/** In the docs of a product, blocks of code come in twos: an input object and what the call gives. */
function documentedExamples(): Example[] {
  const reading = shippedCatalogue;
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes));
  return reading.catalogue.products.flatMap(({ row }) => {
    const template = templateSchema.parse(JSON.parse(row.template.document));
    if (!template.server.url.includes('{toolboxPort}')) return [];
    const blocks = [...row.doc.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];
    return blocks.flatMap(([, language, text = ''], index) => {
      if (index % 2 === 1) return [];
      if (language !== 'json') throw new Error(`${row.slug}: block ${index + 1} is no input object.`);
      const input: unknown = JSON.parse(text);
      if (!isJsonObject(input)) throw new Error(`${row.slug}: block ${index + 1} is no object.`);
      const [, replyLanguage, reply] = blocks[index + 1] ?? [];
      const shown = replyLanguage === 'json' && reply !== undefined ? { reply } : {};
      return [{ name: `${row.slug}, block ${index + 1}`, template, input, ...shown }];
    });
  });
}

test.each(documentedExamples())('the documented call really gives that: $name', async (example) => {
  const { template } = example;
  const shape = inputShape(template);
  const input = withWholeFiles(example.input, shape);
  expect(compileInput(shape).input(input)).toEqual([]);
  const bound = bindInput(template, shape, input, { toolboxPort: new URL(toolbox.url).port });
  if (!bound.ok) throw new Error(JSON.stringify(bound.errors));
  const { url, method, headers, body = null } = bound.request;
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
  const response = await fetch(url, { method, headers, body: sent });
  const reply = await response.text();
  expect(response.status, reply).toBe(200);
  if (example.reply !== undefined) expect(steady(reply)).toEqual(steady(example.reply));
});

/** Docs abbreviate a file with an ellipsis; the one that is meant is the example of its field. */
function withWholeFiles(input: JsonObject, shape: InputShape): JsonObject {
  const files = Object.keys(input).filter((name) => /^data:.*…/.test(String(input[name])));
  const examples = Object.entries(exampleInput(shape)).filter(([name]) => files.includes(name));
  return { ...input, ...Object.fromEntries(examples) };
}

/** Without what differs from call to call: the time of a completion, and identifiers that were just made. */
function steady(reply: string): unknown {
  return JSON.parse(reply, (key, value) => {
    if (key === 'created') return 0;
    return key === 'ids' ? value.length : value;
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyFolder } from '../../cli/work/apply-folder.ts';
import { draftCatalogue } from '../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../lib/import/import-document.ts';
import { isJsonObject, type JsonValue } from '../../lib/json/json.ts';
import { readSettings } from '../../server/env.ts';
import { placeOf } from '../setup/data-place.ts';
import { tenDocuments } from '../setup/documents/ten-documents.ts';
import { testEgress } from '../setup/farebox.ts';
import { shippedSlugs } from '../setup/shipped-slugs.ts';
import { type RunningPortal, startPortal } from '../setup/start-portal.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { awkwardProducts } from './awkward-schemas.ts';
import { type Declaration, geminiConverters, type ListedTool, openAiConverters } from './converters.ts';

/** Of one address. */
const mostPinned = 20;

let portal: RunningPortal;
/** What the client of the first SDK makes of lists of tools that hold all of these products. */
let lists: ListedTool[][];
let slugs: string[];

beforeAll(async () => {
  portal = await startPortal([], undefined, { FAREBOX_EGRESS_ALLOW: testEgress });
  await publishProducts(portal.dataFolder, 'http://127.0.0.1:9', awkwardProducts);
  const imported: string[] = [];
  for (const make of Object.values(tenDocuments))
    imported.push(...(await publishOperations(JSON.stringify(make('http://127.0.0.1:9')))));
  expect(awkwardProducts.length).toBe(16);
  expect(imported.length).toBeGreaterThanOrEqual(200);
  slugs = [...awkwardProducts.map(({ slug }) => slug), ...(await shippedSlugs()), ...imported];
  lists = await toolLists();
});
afterAll(() => portal.stop());

/** Imports a document as an operator does. Returns the slugs of its products. */
async function publishOperations(document: string): Promise<string[]> {
  const result = importDocument(document);
  if (!result.ok) throw new Error(result.reason);
  const folder = await mkdtemp(join(tmpdir(), 'farebox-imported-'));
  try {
    const drafts = draftCatalogue(result);
    for (const { name, text } of drafts) await writeFile(join(folder, name), text);
    const { egressAllow } = readSettings({ FAREBOX_EGRESS_ALLOW: testEgress });
    const options = { folder, prune: false, dryRun: false };
    await applyFolder(placeOf(portal.dataFolder), options, () => {}, {
      egressAllow,
      secrets: new Set(),
    });
    return drafts.flatMap(({ name, text }) =>
      name === 'api.yaml' ? [] : (/^slug: (\S+)$/m.exec(text)?.[1] ?? []),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function connected(query = ''): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${portal.url}/mcp${query}`)));
  return client;
}

async function toolLists(): Promise<ListedTool[][]> {
  const found: ListedTool[][] = [];
  for (let from = 0; from < slugs.length; from += mostPinned) {
    const pinned = slugs.slice(from, from + mostPinned);
    const client = await connected(`?products=${pinned.join(',')}`);
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.length).toBe(7 + pinned.length);
    found.push(tools);
  }
  return found;
}

/** The members of a schema that Gemini knows, among those that the portal sends. */
const ofGemini = new Set([
  ...['type', 'description', 'nullable', 'enum', 'properties', 'required', 'items', 'anyOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
]);

function expectGeminiSchema(schema: JsonValue): void {
  if (!isJsonObject(schema)) throw new Error(`${JSON.stringify(schema)} is no schema.`);
  for (const keyword of Object.keys(schema)) expect(ofGemini).toContain(keyword);
  const { properties, items, anyOf } = schema;
  for (const one of Object.values(isJsonObject(properties) ? properties : {})) expectGeminiSchema(one);
  if (items !== undefined) expectGeminiSchema(items);
  if (Array.isArray(anyOf)) for (const one of anyOf) expectGeminiSchema(one);
}

/** As the command line of Gemini looks at a schema. */
function hasTypes(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  const { type, anyOf, properties, items } = schema;
  if (typeof type !== 'string') return Array.isArray(anyOf) && anyOf.every(hasTypes);
  const parts = [...Object.values(isJsonObject(properties) ? properties : {}), ...(items ? [items] : [])];
  return parts.every(hasTypes);
}

const playground = z.object({
  request: z.array(z.object({ name: z.string(), example: z.json().optional() })),
});

const names = (tools: { name: string }[]) => tools.map(({ name }) => name);

describe('the tools of awkward schemas, of all shipped products and of 200 imported operations', () => {
  it('have names and schemas that every model takes', () => {
    for (const { name, inputSchema } of lists.flat()) {
      expect(name).toMatch(/^[a-zA-Z0-9_]{1,60}$/);
      expect(inputSchema).toMatchObject({ type: 'object', properties: {} });
      for (const field of Object.keys(inputSchema.properties ?? {})) expect(field).toMatch(/^[\w.-]{1,64}$/);
      for (const keyword of ['oneOf', 'anyOf', 'allOf', 'not', '$ref', '$defs'])
        expect(inputSchema).not.toHaveProperty([keyword]);
    }
  });

  it('have a type in every part, without which the command line of Gemini leaves a tool out', () => {
    for (const { name, inputSchema } of lists.flat())
      expect([name, hasTypes(JSON.parse(JSON.stringify(inputSchema)))]).toEqual([name, true]);
  });

  it('say what they reply where that is described, in schemas that stand alone and are short', async () => {
    const told = new Map(lists.flat().map(({ name, outputSchema }) => [name, outputSchema]));
    const all = [...told.values()].filter((schema) => schema !== undefined);
    for (const schema of all) {
      expect(schema).toMatchObject({ type: 'object', properties: { reply: {} } });
      const text = JSON.stringify(schema);
      expect(text).not.toContain('$ref');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_600);
    }
    expect(all.length).toBeGreaterThanOrEqual(100);
    expect(told.get('iban_check')).toMatchObject({ properties: { reply: { properties: { results: {} } } } });
  });

  it('show lists and objects in examples as they are, and not as texts', async () => {
    const properties = z.record(z.string(), z.unknown()).default({});
    const told = new Map(
      lists.flat().map(({ name, inputSchema }) => [name, properties.parse(inputSchema.properties)]),
    );
    let shown = 0;
    for (const slug of await shippedSlugs()) {
      const response = await fetch(`${portal.url}/api/product/playground?id=${slug}`);
      for (const { name, example } of playground.parse(await response.json()).request) {
        if (typeof example !== 'object' || example === null) continue;
        const field = told.get(slug.replaceAll('-', '_'))?.[name];
        expect(field).toMatchObject({
          description: expect.stringContaining(`Example: ${JSON.stringify(example)}.`),
        });
        shown += 1;
      }
    }
    expect(shown).toBeGreaterThanOrEqual(20);
  });

  it('are told by get_product in 4,000 tokens each', async () => {
    const client = await connected();
    for (const product of slugs) {
      const told = await client.callTool({ name: 'get_product', arguments: { product } });
      expect(told).toMatchObject({ content: [{ text: expect.stringContaining('Input (JSON Schema') }] });
      expect(Buffer.byteLength(JSON.stringify(told)) / 4, product).toBeLessThanOrEqual(4_000);
    }
    await client.close();
  });

  it.each(Object.entries(geminiConverters))('are converted by %s', async (_name, convert) => {
    for (const tools of lists) {
      const declared: Declaration[] = await convert(structuredClone(tools));
      expect(names(declared)).toEqual(names(tools));
      for (const { parameters = {} } of declared) expectGeminiSchema(parameters);
    }
  });

  it.each(Object.entries(openAiConverters))('are converted by %s', async (_name, convert) => {
    for (const tools of lists) {
      const declared: Declaration[] = await convert(structuredClone(tools));
      expect(names(declared)).toEqual(names(tools));
      declared.forEach(({ parameters }, at) =>
        expect(parameters).toMatchObject({ ...tools[at]?.inputSchema }),
      );
    }
  });
});

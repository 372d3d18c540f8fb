import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import SqliteDatabase from 'better-sqlite3';

const products = 10_000;
/** A token is about four bytes. */
const mostBytes = 4 * 1_500;

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal([], fillWithProducts, {}, undefined, { pages: false, toolbox: false });
});
afterAll(() => portal.stop());

/** The shipped products, and copies of one of them. */
async function fillWithProducts(dataFolder: string): Promise<void> {
  await cp(process.env['FAREBOX_TEST_LOADED'] ?? '', dataFolder, { recursive: true });
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'));
  const columns =
    'name, status, priceFrom, priceTo, createdAt, updatedAt, versionKey, card, introduction, doc';
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${products})
     INSERT INTO Product (id, slug, sortName, ${columns})
     SELECT 'prd_' || i, 'copy-' || i, printf('copy-%06d', i), ${columns} FROM n, Product WHERE slug = 'qr-code'`,
  );
  database.close();
}

const result = z.object({ content: z.array(z.object({ text: z.string() })) });

it('has a list of tools that fits into 1,500 tokens with 10,000 products', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${portal.url}/mcp`)));
  const { content } = result.parse(await client.callTool({ name: 'search_products', arguments: {} }));
  expect(content[0]?.text).toMatch(/^10,0\d\d products;/);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(7);
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(mostBytes);
  await client.close();
});

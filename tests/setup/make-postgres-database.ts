import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * A PostgreSQL database for a test, and its address. `empty` is of the latest version; `loaded` has the shipped
 * catalogue, too; any other is copied, while nobody is connected to it.
 */
export async function makePostgresDatabase(template = 'empty'): Promise<string> {
  const url = new URL(process.env['FAREBOX_TEST_POSTGRES'] ?? '');
  const name = `test_${randomUUID()}`;
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  await client.end();
  url.pathname = name;
  return url.href;
}

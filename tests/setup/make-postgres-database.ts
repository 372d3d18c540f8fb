import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** An empty PostgreSQL database of the latest version, and its address. */
export async function makePostgresDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID()}`;
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(`CREATE DATABASE "${name}" TEMPLATE "empty"`);
  await client.end();
  url.pathname = name;
  return url.href;
}

import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient as PostgresClient } from '../../../prisma/generated/postgresql/client.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { optimiseLate } from '../prisma/optimise-late.ts';

/** Prisma on PostgreSQL, for reads. The caller ends the pool. */
export function openPostgresDatabase(pool: pg.Pool): PrismaClient {
  optimiseLate();
  return asPrismaClient(new PostgresClient({ adapter: new PrismaPg(pool) }));
}

/** The clients are generated from the same models, of which the reads use what both engines have. */
export function asPrismaClient(client: unknown): PrismaClient {
  return client as PrismaClient;
}

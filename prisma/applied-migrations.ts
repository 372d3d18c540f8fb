import { z } from 'zod';
import { ExplainedError } from '../lib/problem/explained-error.ts';
import type { Migration } from './migration-list.ts';

/** A row of Prisma's own table. `finished`: 0 if it failed or was interrupted. */
export const appliedRow = z.object({
  name: z.string(),
  checksum: z.string(),
  finished: z.number(),
  logs: z.string().nullable(),
});
export type AppliedRow = z.infer<typeof appliedRow>;

/** By their names, checksums of scripts that were replaced by one with the same result, which older servers take, too. */
const replaced = new Map([
  ['20261123000100_search', '523b932fccbb3a8cf22a15aa1c11b35ca45c75459e3dcfa35d7da85e98735f9e'],
]);

export function refuseWhatCannotBeMigrated(migrations: Migration[], applied: AppliedRow[]): void {
  for (const row of applied) {
    if (row.finished === 0) throw failedMigration(row);
    const migration = migrations.find(({ name }) => name === row.name);
    if (migration === undefined) {
      throw new MigrationRefused(
        `The database has the migration ${row.name}, which this version of Farebox does not know: it was last used by a newer version. Run that version, or go back to the data from before its update with: npm run farebox -- rollback`,
      );
    }
    if (migration.checksum !== row.checksum && replaced.get(row.name) !== row.checksum) {
      throw new MigrationRefused(
        `The migration ${row.name} was changed after the database ran it. Restore its migration.sql as it was, and write a new migration for the change.`,
      );
    }
  }
}

export function failedMigration({ name, logs }: AppliedRow): MigrationRefused {
  const reason = logs?.split('\n', 1)[0]?.replace(/\.$/, '') || 'it was interrupted';
  return new MigrationRefused(
    `The migration ${name} did not finish (${reason}). Go back to the data from before it with "npm run farebox -- rollback", or repair the database and mark the migration with "prisma migrate resolve".`,
  );
}

/** The database is unchanged. The message says how to fix it. */
export class MigrationRefused extends ExplainedError {
  override name = 'MigrationRefused';
}

/** Called before the first migration of a database that has data, with its last migration. Throws to refuse. */
export type BeforeUpdate = (lastMigration: string) => Promise<void>;

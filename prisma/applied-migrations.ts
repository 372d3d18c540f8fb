import { z } from 'zod';
import { ExplainedError } from '../lib/problem/problem.ts';
import type { Migration } from './migration-list.ts';

/** A row of Prisma's own table. `finished`: 0 if it failed or was interrupted. */
export const appliedRow = z.object({
  name: z.string(),
  checksum: z.string(),
  finished: z.number(),
  logs: z.string().nullable(),
});
export type AppliedRow = z.infer<typeof appliedRow>;

export function refuseWhatCannotBeMigrated(migrations: Migration[], applied: AppliedRow[]): void {
  for (const row of applied) {
    if (row.finished === 0) throw failedMigration(row);
    const migration = migrations.find(({ name }) => name === row.name);
    if (migration === undefined) throw unknownMigration(row, migrations, applied);
    if (migration.checksum !== row.checksum) {
      throw new MigrationRefused(
        `The migration ${row.name} was changed after the database ran it. Restore its migration.sql as it was, and write a new migration for the change.`,
      );
    }
  }
}

/** A newer version has all migrations of this one; a database without the first was never one of its line. */
function unknownMigration(
  { name }: AppliedRow,
  [first]: Migration[],
  applied: AppliedRow[],
): MigrationRefused {
  const unknown = `The database has the migration ${name}, which this version of Farebox does not know`;
  return new MigrationRefused(
    first === undefined || applied.some((row) => row.name === first.name)
      ? `${unknown}: it was last used by a newer version. Run that version, or go back to the data from before its update with: npm run farebox -- rollback`
      : `${unknown}, and it does not have ${first.name}, with which all databases of this version begin: it was made by a version from before the first release, and cannot be updated. Run the version that used it last, or start with an empty data folder or database.`,
  );
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

import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { BackupModel } from '../../../prisma/generated/sqlite/models.ts';

export type StartedBackup = BackupModel;

/** Backups that operators started. */
export class Backups {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** The newest first. */
  latest(most: number): Promise<StartedBackup[]> {
    return this.#database.backup.findMany({ orderBy: { key: 'desc' }, take: most });
  }
}

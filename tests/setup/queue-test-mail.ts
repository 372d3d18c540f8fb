import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type NewMail, queueMail } from '../../server/store/sql/queue-mail.ts';
import { prepareSteps } from '../../server/store/sqlite/run-steps.ts';

/** Writes a mail into the data folder of a portal, as a job of it would. Returns its id. */
export function queueTestMail(dataFolder: string, changes: Partial<NewMail> = {}): string {
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { timeout: 10_000 });
  try {
    const mail = { kind: 'invitation', to: 'ada@example.com', subject: 'Welcome', text: 'Hello' } as const;
    return prepareSteps(database)(queueMail({ ...mail, now: Date.now(), ...changes }));
  } finally {
    database.close();
  }
}

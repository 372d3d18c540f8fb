import type { DeletedMail } from '../people-changes.ts';
import { msOf } from './statement.ts';

export interface DeletedMailRow {
  id: string;
  createdAt: number | Date;
}

/** Mails whose files have to go, too. */
export function deletedMails(rows: DeletedMailRow[]): DeletedMail[] {
  return rows.map(({ id, createdAt }) => ({ id, createdAt: msOf(createdAt) }));
}

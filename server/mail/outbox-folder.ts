import { existsSync, readdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';

const fileName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-mail_[0-9a-z]+\.eml(?:\.part)?$/;

interface Place {
  dataFolder: string;
}

/** The file of a mail, which begins with its time. */
export function mailFile(
  { dataFolder }: Place,
  { id, createdAt }: { id: string; createdAt: number },
): string {
  const time = new Date(createdAt).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return join(folderOf(dataFolder), `${time}Z-${id}.eml`);
}

/** Writes a mail where its portal alone can read it. It has its name when it is complete. */
export async function writeMailFile(place: Place, file: string, message: Buffer): Promise<void> {
  makeFolder(folderOf(place.dataFolder), 0o700);
  const part = `${file}.part`;
  await writeFile(part, message, { mode: 0o600 });
  await rename(part, file);
}

/** Deletes the files of mails that are older, also of those that another portal has deleted. */
export function pruneMailFiles({ dataFolder }: Place, beforeMs: number): void {
  const folder = folderOf(dataFolder);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const [, ...parts] = fileName.exec(name) ?? [];
    const [year = 0, month = 0, ...rest] = parts.map(Number);
    const atMs = Date.UTC(year, month - 1, ...rest);
    if (parts.length > 0 && atMs < beforeMs) rmSync(join(folder, name), { force: true });
  }
}

function folderOf(dataFolder: string): string {
  return join(dataFolder, 'outbox');
}

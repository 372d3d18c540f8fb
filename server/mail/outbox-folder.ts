import { existsSync, readdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText, log } from '../log.ts';
import { makeFolder } from '../files/read-regular-file.ts';

const fileName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(?<id>mail_[0-9a-z]+)\.eml(?:\.part)?$/;

/** So many ids are looked up at a time. */
const filesAtOnce = 500;

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

/** Deletes the files of mails. One that cannot be deleted now is deleted with the old ones. */
export function deleteMailFiles(place: Place, mails: readonly { id: string; createdAt: number }[]): void {
  for (const mail of mails)
    try {
      rmSync(mailFile(place, mail), { force: true });
    } catch (error) {
      log('error', 'mail-file-not-deleted', { mail: mail.id, error: errorText(error) });
    }
}

/**
 * Deletes the files of mails that are older, and of those that are deleted: by another portal, or with the person who
 * got them. `known`: which of some mails there are.
 */
export async function pruneMailFiles(
  { dataFolder }: Place,
  beforeMs: number,
  known: (ids: string[]) => Promise<Set<string>>,
): Promise<void> {
  const folder = folderOf(dataFolder);
  if (!existsSync(folder)) return;
  const files = readdirSync(folder).flatMap((name) => mailFileOf(name) ?? []);
  for (let start = 0; start < files.length; start += filesAtOnce) {
    const some = files.slice(start, start + filesAtOnce);
    const ids = await known(some.map(({ id }) => id));
    for (const { name, id, atMs } of some)
      if (atMs < beforeMs || !ids.has(id)) rmSync(join(folder, name), { force: true });
  }
}

function mailFileOf(name: string): { name: string; id: string; atMs: number } | undefined {
  const found = fileName.exec(name);
  const id = found?.groups?.['id'];
  if (!found || id === undefined) return undefined;
  const [year = 0, month = 0, ...rest] = found.slice(1, 7).map(Number);
  return { name, id, atMs: Date.UTC(year, month - 1, ...rest) };
}

function folderOf(dataFolder: string): string {
  return join(dataFolder, 'outbox');
}

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  deleteMailFiles,
  mailFile,
  pruneMailFiles,
  writeMailFile,
} from '../../../../server/mail/outbox-folder.ts';

let place: { dataFolder: string };
beforeEach(async () => void (place = { dataFolder: await mkdtemp(join(tmpdir(), 'farebox-outbox-')) }));
afterEach(() => rm(place.dataFolder, { recursive: true }));

const day = 86_400_000;
const write = (id: string, createdAt: number) =>
  writeMailFile(place, mailFile(place, { id: `mail_${id}`, createdAt }), Buffer.from('text'));
const files = async () => (await readdir(join(place.dataFolder, 'outbox'))).toSorted();

test('files of old mails and of those without a row are deleted, and nothing else', async () => {
  const ids = Array.from({ length: 1_200 }, (_, index) => `m${index}`);
  await Promise.all(ids.map((id) => write(id, 10 * day)));
  await write('old', 2 * day);
  await writeFile(join(place.dataFolder, 'outbox', 'note.txt'), 'mine');
  const asked: number[] = [];
  await pruneMailFiles(place, 5 * day, (some) => {
    asked.push(some.length);
    return Promise.resolve(new Set(some.filter((id) => id === 'mail_old' || id === 'mail_m700')));
  });
  expect(await files()).toEqual(['19700111T000000Z-mail_m700.eml', 'note.txt']);
  expect(Math.max(...asked)).toBe(500);
});

test('the files of some mails are deleted, also if one is gone', async () => {
  await write('a', day);
  await write('b', day);
  deleteMailFiles(place, [
    { id: 'mail_gone', createdAt: day },
    { id: 'mail_a', createdAt: day },
  ]);
  expect(await files()).toEqual(['19700102T000000Z-mail_b.eml']);
});

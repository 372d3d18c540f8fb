import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject } from '../../lib/json/json.ts';
import type { Json } from './documents/parts.ts';
import { fareboxSays } from './farebox.ts';

/** Imports a document and publishes all of its operations, as an operator does. Returns their slugs. */
export async function publishDocument(dataFolder: string, document: Json): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-document-'));
  try {
    const file = join(folder, 'openapi.json');
    const drafts = join(folder, 'drafts');
    await writeFile(file, JSON.stringify(document));
    await fareboxSays(dataFolder, 'import', file, '--out', drafts);
    const names = (await readdir(drafts)).filter((name) => !['api.yaml', 'tags.yaml'].includes(name));
    const slugs = await Promise.all(names.map((name) => putOnline(join(drafts, name))));
    await fareboxSays(dataFolder, 'apply', drafts);
    return slugs;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The only line of a draft that its operator has to change. */
async function putOnline(path: string): Promise<string> {
  const draft = await readFile(path, 'utf8');
  const entry: unknown = parse(draft);
  if (!isJsonObject(entry) || typeof entry['slug'] !== 'string') throw new Error(`${path} is no draft.`);
  await writeFile(path, draft.replace(/^status: offline$/m, 'status: online'));
  return entry['slug'];
}

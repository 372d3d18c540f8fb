import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootFolder } from '../../server/root-folder.ts';

/** The slugs of all products that come with the portal, those that are offline among them. */
export async function shippedSlugs(): Promise<string[]> {
  const folder = join(rootFolder, 'catalogue');
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /[^/]+\/[^/]+\.yaml$/.test(name),
  );
  const texts = await Promise.all(
    files.filter((name) => !name.startsWith('openapi/')).map((name) => readFile(join(folder, name), 'utf8')),
  );
  return texts.map((text) => /^slug: (\S+)$/m.exec(text)?.[1] ?? '');
}

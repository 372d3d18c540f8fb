import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { generate } from '../../../prisma/generate.ts';

let folder: string | undefined;
afterEach(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('the same models make a PostgreSQL client, once', async () => {
  // Inside the project, so that the client finds its run-time in node_modules.
  folder = await mkdtemp(join('prisma', 'generated', 'test-'));
  const output = join(process.cwd(), folder, 'postgresql');
  expect(await generate('postgresql', output)).toBe(true);
  expect(await generate('postgresql', output)).toBe(false);
  const client = z
    .object({ PrismaClient: z.function(), Prisma: z.object({ ModelName: z.record(z.string(), z.string()) }) })
    .parse(await import(pathToFileURL(join(output, 'client.ts')).href));
  expect(Object.keys(client.Prisma.ModelName)).toContain('TemplateVersion');
  expect(await readFile(join(output, 'internal', 'class.ts'), 'utf8')).toContain(
    '"activeProvider": "postgresql"',
  );
});

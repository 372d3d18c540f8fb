import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrationsFolder } from './migration-list.ts';
import { withSchemaEngine } from './schema-engine.ts';

/**
 * `npx tsx prisma/new-migration.ts NAME` replaces `prisma migrate dev`. Run it after changing the models and before
 * committing them. It compares two schema texts, because the engine cannot read a database of better-sqlite3, which
 * disables double-quoted strings.
 */
async function newMigration(name: string): Promise<string> {
  const schemaFile = fileURLToPath(new URL('./schema.prisma', import.meta.url));
  const committed = await promisify(execFile)('git', ['show', 'HEAD:./schema.prisma'], {
    cwd: dirname(schemaFile),
  });
  const script = await migrationScript(committed.stdout, await readFile(schemaFile, 'utf8'));
  if (script === '') return 'The models have not changed: there is nothing to write.';
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), `${script}\n`);
  return `Wrote ${folder}/migration.sql: read it before you commit it.`;
}

/** The SQL that migrates from one schema to another, or from nothing if `from` is empty. */
export async function migrationScript(from: string, to: string): Promise<string> {
  const { stdout } = await withSchemaEngine(':memory:', (engine) =>
    engine.diff({
      from: from === '' ? { tag: 'empty' } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return (stdout ?? '').replace(/^-- This is an empty migration\.\s*$/m, '').trim();
}

function datamodel(content: string) {
  return { tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }] };
}

if (argv[1] === fileURLToPath(import.meta.url)) console.log(await newMigration(argv[2] ?? 'change'));

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrationsFolder } from './migration-list.ts';
import { withSchemaEngine } from './schema-engine.ts';

/**
 * `npx tsx prisma/new-migration.ts NAME`, after the models were changed and before they are committed: does what
 * `prisma migrate dev` would. Two texts are compared, for the engine cannot describe a database that SQLite opened
 * without double-quoted strings, as better-sqlite3's does.
 */
async function newMigration(name: string): Promise<string> {
  const schemaFile = fileURLToPath(new URL('./schema.prisma', import.meta.url));
  const committed = await promisify(execFile)('git', ['show', 'HEAD:./schema.prisma'], {
    cwd: dirname(schemaFile),
  });
  const script = await migrationScript(committed.stdout, await readFile(schemaFile, 'utf8'));
  if (script === '') return 'The models are as they were committed: there is nothing to write.';
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), `${script}\n`);
  return `Wrote ${folder}/migration.sql: read it before you commit it.`;
}

/** The SQL that leads from one schema to another; from nothing where `from` is empty. */
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

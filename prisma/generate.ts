import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { argv, env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export type Provider = 'sqlite' | 'postgresql';

const schemaFile = fileURLToPath(new URL('./schema.prisma', import.meta.url));
const generatedFolder = fileURLToPath(new URL('./generated/', import.meta.url));
const projectFolder = dirname(dirname(schemaFile));
const require = createRequire(import.meta.url);

/** Generates the Prisma client unless it exists for this schema and Prisma version. Returns whether it did. */
export async function generate(
  provider: Provider = 'sqlite',
  output = join(generatedFolder, provider),
): Promise<boolean> {
  const schema = schemaFor(provider, await readFile(schemaFile, 'utf8'), output);
  const prisma = await installedPrisma();
  const stamp = createHash('sha256').update(prisma.version).update('\0').update(schema).digest('hex');
  const stampFile = `${output}.stamp`;
  if (existsSync(join(output, 'client.ts')) && (await readIfPresent(stampFile)) === stamp) return false;

  await mkdir(dirname(output), { recursive: true });
  const workFolder = await mkdtemp(join(dirname(output), '.schema-'));
  try {
    const workSchema = join(workFolder, 'schema.prisma');
    await writeFile(workSchema, schema);
    await runGenerate(prisma.command, workSchema);
    await writeFile(join(workFolder, 'stamp'), stamp);
    await rename(join(workFolder, 'stamp'), stampFile);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
  return true;
}

/** The same models for another provider, with exactly one provider line and one output line replaced. */
export function schemaFor(provider: Provider, schema: string, output: string): string {
  const withProvider = exchange(
    schema,
    /(datasource\s+\w+\s*\{[^}]*?provider\s*=\s*)"[^"]*"/g,
    provider,
    'datasource provider',
  );
  return exchange(
    withProvider,
    /(generator\s+\w+\s*\{[^}]*?output\s*=\s*)"[^"]*"/g,
    output,
    'generator output',
  );
}

function exchange(schema: string, line: RegExp, value: string, what: string): string {
  const found = schema.match(line)?.length ?? 0;
  if (found !== 1) throw new Error(`prisma/schema.prisma must have one ${what} line; it has ${found}.`);
  return schema.replace(line, (_whole, before: string) => before + JSON.stringify(value));
}

async function installedPrisma(): Promise<{ version: string; command: string }> {
  const packageFile = require.resolve('prisma/package.json');
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(packageFile, 'utf8')));
  return { version, command: join(dirname(packageFile), 'build', 'index.js') };
}

/** `prisma generate` requires a schema engine that it would download but not use. Any executable satisfies it. */
async function runGenerate(command: string, schema: string): Promise<void> {
  try {
    await promisify(execFile)(execPath, [command, 'generate', '--schema', schema, '--no-hints'], {
      cwd: projectFolder,
      env: {
        ...env,
        PRISMA_SCHEMA_ENGINE_BINARY: execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    });
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new Error(`Prisma could not generate its client: ${said}`, { cause });
  }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const provider of ['sqlite', 'postgresql'] as const) await generate(provider);

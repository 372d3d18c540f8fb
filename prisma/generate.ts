import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { PrismaClientTsGenerator as ClientGenerator } from '@prisma/client-generator-ts';
import internals from '@prisma/internals';
import { z } from 'zod';

export type Provider = 'sqlite' | 'postgresql';

const schemaFile = fileURLToPath(new URL('./schema.prisma', import.meta.url));
const generatedFolder = fileURLToPath(new URL('./generated/', import.meta.url));
/**
 * Generates with the two packages that Prisma's command line generates with, which brings 150 MB of studio and databases
 * besides. As modules they do not load.
 */
const require = createRequire(import.meta.url);
const { version } = z.object({ version: z.string() }).parse(require('@prisma/internals/package.json'));
const { PrismaClientTsGenerator } = z
  .object({
    PrismaClientTsGenerator: z.custom<typeof ClientGenerator>((value) => typeof value === 'function'),
  })
  .parse(require('@prisma/client-generator-ts'));

/** Generates the Prisma client unless it exists for this schema and Prisma version. Returns whether it did. */
export async function generate(
  provider: Provider = 'sqlite',
  output = join(generatedFolder, provider),
): Promise<boolean> {
  const schema = schemaFor(provider, await readFile(schemaFile, 'utf8'), output);
  const stamp = createHash('sha256').update(version).update('\0').update(schema).digest('hex');
  const stampFile = `${output}.stamp`;
  if (existsSync(join(output, 'client.ts')) && (await readIfPresent(stampFile)) === stamp) return false;

  await mkdir(dirname(output), { recursive: true });
  const workFolder = await mkdtemp(join(dirname(output), '.schema-'));
  try {
    const workSchema = join(workFolder, 'schema.prisma');
    await writeFile(workSchema, schema);
    await generateFrom(workSchema, schema);
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

async function generateFrom(schemaPath: string, datamodel: string): Promise<void> {
  const {
    generators: [generator],
    datasources,
  } = await internals.getConfig({ datamodel });
  if (generator === undefined) throw new Error('prisma/schema.prisma has no generator.');
  const dmmf = await internals.getDMMF({ datamodel });
  await new PrismaClientTsGenerator().generate({
    ...{ generator, otherGenerators: [], datasources, dmmf, datamodel, version },
    ...{ schemaPath, schemaRoot: dirname(schemaPath) },
  });
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const provider of ['sqlite', 'postgresql'] as const) await generate(provider);

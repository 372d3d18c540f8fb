import { fileURLToPath } from 'node:url';
import type { PrismaClient } from '../database.ts';
import { SettingsError } from '../env.ts';
import type { Writer } from '../writer/writer.ts';
import { applyPlan } from './apply.ts';
import { mistakeText } from './catalogue-file.ts';
import { planCatalogue } from './plan.ts';
import { readCatalogue } from './read-catalogue.ts';

const shipped = fileURLToPath(new URL('../../catalogue', import.meta.url));

/** Gives an empty database the catalogue that ships with the portal. A database that has a product is left alone. */
export async function loadShippedCatalogue(database: PrismaClient, writer: Writer): Promise<void> {
  if ((await database.product.findFirst({ select: { key: true } })) !== null) return;
  const reading = readCatalogue(shipped);
  if (!reading.ok)
    throw new SettingsError(
      `The shipped catalogue has mistakes:\n${reading.mistakes.map(mistakeText).join('\n')}`,
    );
  await applyPlan(writer, await planCatalogue(database, reading.catalogue, false));
}

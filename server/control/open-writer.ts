import { join } from 'node:path';
import { migrate } from '../../prisma/migrate.ts';
import { takeLease } from '../portal/lease.ts';
import { startWriter } from '../store/sqlite/writer/start-writer.ts';
import type { Writer } from '../store/writer.ts';
import { connectWriter } from './connect-writer.ts';

/** A writer for the command line: that of the running portal, or else one of its own, with the lease of the folder. */
export async function openWriter(dataFolder: string): Promise<Writer> {
  const portalsWriter = await connectWriter(dataFolder);
  if (portalsWriter) return portalsWriter;
  const lease = takeLease(dataFolder);
  try {
    const databaseFile = join(dataFolder, 'farebox.db');
    await migrate(databaseFile);
    const writer = await startWriter(databaseFile);
    return {
      run: (verb, payload) => writer.run(verb, payload),
      onPublish: (listener) => writer.onPublish(listener),
      async close() {
        await writer.close();
        lease.release();
      },
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}

import { databaseUnusable } from '../database-unusable.ts';
import { log } from '../../../log.ts';
import type { ThreadedWriter } from './start-writer.ts';

/**
 * Ends the process when its writer dies. Without one nothing can be written any more, and what supervises the process
 * can start it again only once it has ended.
 */
export function exitWithWriter({ died }: ThreadedWriter, databaseFile: string): void {
  void died.then((error) => {
    const { message } = databaseUnusable(databaseFile, error) ?? error;
    log('error', 'writer-died', { message });
    // Those who waited for it are told first.
    setImmediate(() => process.exit(1));
  });
}

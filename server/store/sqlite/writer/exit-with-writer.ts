import { databaseUnusable } from '../database-unusable.ts';
import { log } from '../../../log.ts';
import type { ThreadedWriter } from './start-writer.ts';

/** Exits when the writer dies, because a supervisor restarts only a process that has ended. */
export function exitWithWriter({ died }: ThreadedWriter, databaseFile: string): void {
  void died.then((error) => {
    const { message } = databaseUnusable(databaseFile, error) ?? error;
    log('error', 'writer-died', { message });
    // Pending requests get their error first.
    setImmediate(() => process.exit(1));
  });
}

import { log } from '../log.ts';
import type { ThreadedWriter } from './start-writer.ts';

/**
 * Ends the process when its writer dies. Without one nothing can be written any more, and what supervises the process
 * can start it again only once it has ended.
 */
export function exitWithWriter({ died }: ThreadedWriter): void {
  void died.then(({ message }) => {
    log('error', 'writer-died', { message });
    // Those who waited for it are told first.
    setImmediate(() => process.exit(1));
  });
}

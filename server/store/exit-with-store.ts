import { log } from '../log.ts';
import type { PortalStore } from './store.ts';

/** Exits when nothing can be written any more, because a supervisor restarts only a process that has ended. */
export function exitWithStore({ died }: Pick<PortalStore, 'died'>): void {
  void died.then(({ message }) => {
    log('error', 'writer-died', { message });
    // Pending requests get their error first.
    setImmediate(() => process.exit(1));
  });
}

import { createServer } from 'node:http';
import type { Settings } from '../env.ts';
import { rootFolder } from '../root-folder.ts';
import type { Pages } from './pages.ts';

/**
 * Next takes over the upgrades of the server that it is given, and drops those it does not know. Many a client asks
 * for HTTP/2 in that way, and is content with an answer in HTTP/1.1. In development pages need theirs for reloading.
 */
const deafServer = createServer();

/** Next in this process. It is loaded here alone: whatever loads it pays for its AsyncLocalStorage with every promise. */
export function pagesHere({ host: hostname, port }: Settings, dev: boolean): Pages {
  const prepared = prepare();
  return {
    ready: prepared.then(() => {}),
    handle: async (incoming, outgoing) => (await prepared).getRequestHandler()(incoming, outgoing),
    check: () => Promise.resolve(),
    ...(dev && {
      upgrade: (incoming, socket, head) =>
        void prepared.then((app) => app.getUpgradeHandler()(incoming, socket, head)),
    }),
    close: () => Promise.resolve(),
  };

  async function prepare() {
    const { default: next } = await import('next');
    const app = next({ dev, dir: rootFolder, hostname, port, ...(!dev && { httpServer: deafServer }) });
    await app.prepare();
    return app;
  }
}

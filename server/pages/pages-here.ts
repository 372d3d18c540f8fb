import { createServer } from 'node:http';
import type { Settings } from '../env.ts';
import { rootFolder } from '../root-folder.ts';
import type { Pages } from './pages.ts';

/**
 * Next takes over the upgrades of its server and drops unknown ones. Many clients offer an upgrade to HTTP/2 and accept
 * HTTP/1.1. In development, pages need upgrades to reload.
 */
const deafServer = createServer();

/** Imported only where it runs, because Next's AsyncLocalStorage slows down every promise of a process. */
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

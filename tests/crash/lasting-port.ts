import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections: nobody is given it while the portal that has it is down. */
const [least, most] = [20_000, 32_000];

/** A port of loopback that is free now, and that stays so between two processes that listen there. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = least + Math.floor(Math.random() * (most - least));
    const probe = createServer();
    const taken = await once(probe.listen(port, '127.0.0.1'), 'listening').then(
      () => false,
      () => true,
    );
    if (taken) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

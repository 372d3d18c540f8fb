import { spawn } from 'node:child_process';
import { once } from 'node:events';

const source = `
  const server = require('node:http').createServer((_request, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

export interface IdleServer {
  url: string;
  stop(): Promise<void>;
}

/** A server in a process of its own that has nothing to do: what it takes, the machine takes. */
export async function startIdleServer(): Promise<IdleServer> {
  const server = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(server.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}/`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

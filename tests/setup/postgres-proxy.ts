import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between a portal and its database, which can lose what the database answers. */
export interface PostgresProxy {
  url: string;
  /** From now on, whoever gets an answer loses the connection instead: the database did what it was asked for. */
  loseAnswers(): void;
  passAnswers(): void;
  /** Closes every connection. The database may go on with what it was asked for. */
  cut(): void;
  close(): Promise<void>;
}

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let loses = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
    }
    client.on('data', (bytes) => database.write(bytes));
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    database.on('data', (bytes) => (loses ? client.destroy() : client.write(bytes)));
  });
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    loseAnswers: () => {
      loses = true;
    },
    passAnswers: () => {
      loses = false;
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

import { connect } from 'node:net';

/** Writes these bytes to a server, and resolves with all that it answers until it ends the connection. */
export function speak(serverUrl: string, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(serverUrl);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(heard) : reject(error),
    );
    socket.on('close', () => resolve(heard));
    for (const part of parts) socket.write(part);
  });
}

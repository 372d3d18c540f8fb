import { once } from 'node:events';
import type { z } from 'zod';
import { createServer, type Server, type Socket } from 'node:net';
import { type Writer, WriterError } from '../store/writer.ts';
import { makeControlPath, removeControlPath } from './control-path.ts';
import { runCommand } from '../store/run-command.ts';
import { type ControlReply, controlRequest } from './control-request.ts';
import { readLines } from './read-lines.ts';

export interface ControlSocket {
  close(): Promise<void>;
}

/**
 * Lets the command line write through a running portal: a socket in the data folder, only for the owner of the folder.
 * The caller holds the lease, so an existing socket is a leftover.
 */
export async function startControlSocket(dataFolder: string, writer: Writer): Promise<ControlSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A command line may disconnect at any time. Its request is carried out anyway.
    socket.on('error', () => socket.destroy());
    readLines(
      socket,
      (line) => void answer(line, writer, (reply) => socket.write(`${JSON.stringify(reply)}\n`)),
    );
  });
  await listenForOwner(server, makeControlPath(dataFolder));
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      removeControlPath(dataFolder);
    },
  };
}

/** `listen` creates the socket synchronously, so the umask applies from the start. */
async function listenForOwner(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  await once(server, 'listening');
}

async function answer(line: string, writer: Writer, reply: (reply: ControlReply) => void): Promise<void> {
  const { number = numberOf(line), verb = '', payload, author } = parseRequest(line) ?? {};
  const running = author && runCommand(writer, verb, payload, author);
  if (!running) {
    const message =
      'The running portal and this command line have different versions. Restart the portal with this version.';
    return reply({ number, ok: false, code: 'job-failed', message });
  }
  try {
    reply({ number, ok: true, result: await running });
  } catch (error) {
    if (error instanceof WriterError) reply({ number, ok: false, code: error.code, message: error.message });
    else throw error;
  }
}

function parseRequest(line: string): z.output<typeof controlRequest> | undefined {
  try {
    return controlRequest.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The number of an invalid request, so that its sender gets the error; 1 if there is none. */
function numberOf(line: string): number {
  return Number(/"number":(\d{1,15})/.exec(line)?.[1] ?? 1);
}

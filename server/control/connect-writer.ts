import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WaitingJobs } from '../store/sqlite/writer/waiting-jobs.ts';
import { type Writer, WriterError } from '../store/writer.ts';
import type { Author } from '../store/author.ts';
import type { Payload, Result, Verb } from '../store/writer-verbs.ts';
import { findControlPath } from './control-path.ts';
import { controlReply } from './control-request.ts';
import { readLines } from './read-lines.ts';

/** Connects to the writer of the portal that runs on a data folder; undefined if none runs. */
export async function connectWriter(dataFolder: string): Promise<Writer | undefined> {
  const path = findControlPath(dataFolder);
  if (path === undefined) return undefined;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (isNobodyThere(error)) return undefined;
    throw error;
  }
  return new SocketWriter(socket);
}

function isNobodyThere(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
  );
}

class SocketWriter implements Writer {
  readonly #socket: Socket;
  readonly #waiting = new WaitingJobs();
  #stopped: WriterError | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    readLines(socket, (line) => this.#receive(line));
    socket.on('error', (error) => this.#stop(`The connection to the portal failed: ${error.message}.`));
    socket.on('close', () => this.#stop('The portal closed the connection.'));
  }

  run<Name extends Verb>(verb: Name, payload: Payload<Name>, author?: Author): Promise<Result<Name>> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    return this.#waiting.send<Name>((number) => {
      this.#socket.write(`${JSON.stringify({ number, verb, payload, author })}\n`);
    });
  }

  /** The portal invalidates its own caches; the command line has none. */
  onPublish(): () => void {
    return () => {};
  }

  async close(): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.end();
    await closed;
  }

  #receive(line: string): void {
    const reply = controlReply.safeParse(JSON.parse(line)).data;
    if (reply) this.#waiting.settle(reply);
    else this.#socket.destroy(new Error('its response is unknown to this version'));
  }

  #stop(message: string): void {
    this.#stopped ??= new WriterError('writer-stopped', message);
    this.#waiting.failAll(this.#stopped);
  }
}

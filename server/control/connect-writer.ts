import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { parseEgressAllow } from '../gateway/egress-allow.ts';
import type { Author } from '../store/author.ts';
import { openOwnStore } from '../store/sqlite/open-own-store.ts';
import { openWritingStore } from '../store/sqlite/open-sqlite-store.ts';
import { WaitingJobs } from '../store/sqlite/writer/start-writer.ts';
import type { Store } from '../store/store.ts';
import { type Writer, WriterError, type Payload, type Result, type Verb } from '../store/writer.ts';
import {
  findControlPath,
  controlReply,
  publishingSettingsResult,
  settingsVerb,
  readLines,
  type RunningSettings,
} from './control-request.ts';

/** Connects to the writer of the portal that runs on a data folder; undefined if none runs. */
export async function connectWriter(dataFolder: string): Promise<Writer | undefined> {
  const socket = await connectPortal(dataFolder);
  return socket && new SocketWriter(socket);
}

/** Asks the portal that runs on a data folder for its settings; undefined if none runs. */
export async function askRunningSettings(dataFolder: string): Promise<RunningSettings | undefined> {
  const socket = await connectPortal(dataFolder);
  if (!socket) return undefined;
  try {
    const line = await new Promise<string>((resolve, reject) => {
      readLines(socket, resolve);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The portal closed the connection.')));
      socket.write(`${JSON.stringify({ number: 1, verb: settingsVerb, payload: {} })}\n`);
    });
    const reply = controlReply.parse(JSON.parse(line));
    if (!reply.ok) throw new WriterError(reply.code, reply.message);
    const { egressAllow: text, secrets, url } = publishingSettingsResult.parse(reply.result);
    const egressAllow = parseEgressAllow(text);
    if (typeof egressAllow === 'string') throw new Error(`The portal allows an unknown address: ${text}.`);
    return { egressAllow, secrets: new Set(secrets), url };
  } finally {
    socket.destroy();
  }
}

async function connectPortal(dataFolder: string): Promise<Socket | undefined> {
  const path = findControlPath(dataFolder);
  if (path === undefined) return undefined;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (isNobodyThere(error)) return undefined;
    throw error;
  }
  return socket;
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

/** Opens the store of a data folder. It writes through a running portal, or else takes the lease of the folder. */
export async function openSharedStore(dataFolder: string, updateBackup = true): Promise<Store> {
  const portalsWriter = await connectWriter(dataFolder);
  if (!portalsWriter) return openOwnStore(dataFolder, { updateBackup });
  return openWritingStore(join(dataFolder, 'farebox.db'), portalsWriter);
}

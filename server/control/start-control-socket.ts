import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { z } from 'zod';
import { errorText } from '../log.ts';
import { egressAllowText } from '../gateway/egress-allow.ts';
import type { Author } from '../store/author.ts';
import { movePayload } from '../store/move/move-state.ts';
import { isSharedVerb, sharedJob } from '../store/sql/shared-jobs.ts';
import { type Writer, WriterError, type Payload, type Verb } from '../store/writer.ts';
import {
  makeControlPath,
  removeControlPath,
  type ControlReply,
  controlRequest,
  type publishingSettingsResult,
  settingsVerb,
  readLines,
  type RunningSettings,
} from './control-request.ts';

interface ControlSocket {
  close(): Promise<void>;
}

/** Read when they are asked for: the file of a credential may have changed. */
type SettingsReader = () => RunningSettings | Promise<RunningSettings>;

/**
 * Lets the command line write through a running portal, and ask it for its settings: a socket in the data folder, only for the owner of the folder.
 * The caller holds the lease, so an existing socket is a leftover.
 */
export async function startControlSocket(
  dataFolder: string,
  writer: Writer,
  readSettings: SettingsReader,
): Promise<ControlSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A command line may disconnect at any time. Its request is carried out anyway.
    socket.on('error', () => socket.destroy());
    readLines(socket, (line) => {
      const reply = (given: ControlReply) => socket.write(`${JSON.stringify(given)}\n`);
      void answer(line, writer, readSettings, reply);
    });
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

async function answer(
  line: string,
  writer: Writer,
  readSettings: SettingsReader,
  reply: (reply: ControlReply) => void,
): Promise<void> {
  const { number = numberOf(line), verb = '', payload, author } = parseRequest(line) ?? {};
  if (verb === settingsVerb) return reply(await settingsReply(number, readSettings));
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

async function settingsReply(number: number, readSettings: SettingsReader): Promise<ControlReply> {
  try {
    return { number, ok: true, result: settingsResult(await readSettings()) };
  } catch (error) {
    return { number, ok: false, code: 'storage-failed', message: errorText(error) };
  }
}

function settingsResult({
  egressAllow,
  secrets,
  url,
}: RunningSettings): z.output<typeof publishingSettingsResult> {
  return { egressAllow: egressAllowText(egressAllow), secrets: [...secrets], url };
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

/** Runs a verb with an unvalidated payload; undefined if the verb accepts no such payload from outside. */
function runCommand(
  writer: Writer,
  verb: string,
  given: unknown,
  author: Author,
): Promise<unknown> | undefined {
  if (verb !== 'move' && !isSharedVerb(verb)) return undefined;
  const schema: z.ZodType | undefined = verb === 'move' ? movePayload : sharedJob(verb).payload;
  const parsed = schema?.safeParse(given);
  return parsed?.success ? writer.run(verb, payloadOf<typeof verb>(parsed.data), author) : undefined;
}

/** The schema of the verb has parsed it. */
function payloadOf<Name extends Verb>(parsed: unknown): Payload<Name> {
  return parsed as Payload<Name>;
}

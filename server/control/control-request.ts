import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { PublishingSettings } from '../products/online-hindrance.ts';
import { commandLineAuthor } from '../store/author.ts';

/** A request of the command line to a running portal: a verb of the writer and its payload. */
export const controlRequest = z.strictObject({
  number: z.int().min(1),
  verb: z.string(),
  payload: z.unknown(),
  author: commandLineAuthor.default({ kind: 'command-line', id: null, requestId: null, reason: null }),
});

/** Asks for the settings that commands need to be right about: a verb that changes nothing. */
export const settingsVerb = 'publishing-settings';

/** What commands ask of a running portal. */
export interface RunningSettings extends PublishingSettings {
  /** Where people reach it. */
  url: string;
}

/** The result of the verb. The list of allowed addresses is written as FAREBOX_EGRESS_ALLOW. */
export const publishingSettingsResult = z.strictObject({
  egressAllow: z.string(),
  secrets: z.array(z.string()),
  url: z.string(),
});

export const controlReply = z.union([
  // JSON omits an undefined result.
  z.strictObject({ number: z.int().min(1), ok: z.literal(true), result: z.unknown().optional() }),
  z.strictObject({
    number: z.int().min(1),
    ok: z.literal(false),
    code: z.enum([
      ...['queue-full', 'storage-busy', 'storage-failed', 'writer-stopped', 'storage-lost'],
      ...['moving', 'moved', 'author-refused', 'account-closed', 'job-failed'],
    ] as const),
    message: z.string(),
  }),
]);

export type ControlReply = z.infer<typeof controlReply>;

/** Socket paths may have 104 bytes (macOS) or 108 bytes, including the final zero. */
const longestPathBytes = 103;

const recordName = 'control.path';
const privateFolder = 'farebox-';

/** The recorded path; undefined if it is not one from `makeControlPath`, for example after a full disk. */
function readRecord(dataFolder: string): string | undefined {
  const recordFile = join(dataFolder, recordName);
  if (!existsSync(recordFile)) return undefined;
  const path = readFileSync(recordFile, 'utf8').trim();
  const isMade = basename(path) === 'control.sock' && basename(dirname(path)).startsWith(privateFolder);
  return isAbsolute(path) && isMade ? path : undefined;
}

/** The socket path of the portal on a data folder; undefined if none is recorded. */
export function findControlPath(dataFolder: string): string | undefined {
  const recorded = readRecord(dataFolder);
  if (recorded !== undefined) return recorded;
  const path = join(dataFolder, 'control.sock');
  return existsSync(path) ? path : undefined;
}

/** If the path in the data folder is too long, the socket is in a private temporary folder, which is recorded. */
export function makeControlPath(dataFolder: string): string {
  removeControlPath(dataFolder);
  const path = join(dataFolder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPathBytes) return path;
  const elsewhere = join(mkdtempSync(join(tmpdir(), privateFolder)), 'control.sock');
  writeFileSync(join(dataFolder, recordName), elsewhere, { mode: 0o600 });
  return elsewhere;
}

/** Also removes the remains of a killed process. */
export function removeControlPath(dataFolder: string): void {
  rmSync(join(dataFolder, 'control.sock'), { force: true });
  const recorded = readRecord(dataFolder);
  rmSync(join(dataFolder, recordName), { force: true });
  if (recorded === undefined) return;
  rmSync(recorded, { force: true });
  if (existsSync(dirname(recorded))) rmdirSync(dirname(recorded));
}

/** The largest message is a product with texts at their limits, escaped. */
const longestLine = 32 * 1024 * 1024;

/** Calls back for each line of JSON. A line beyond the limit closes the connection. */
export function readLines(socket: Socket, onLine: (line: string) => void): void {
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = chunk.split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      parts.push(line);
      onLine(parts.join(''));
      parts = [];
      length = 0;
    }
    parts.push(rest);
    length += rest.length;
    if (length > longestLine) socket.destroy(new Error('A message is too long.'));
  });
}

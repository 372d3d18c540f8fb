import { closeSync, constants, fstatSync, openSync, readSync, mkdirSync, statSync, fsyncSync } from 'node:fs';
import { dirname } from 'node:path';

export type FileReading = { ok: true; bytes: Buffer } | UnreadFile;

/** `reason` continues the file name: "notes.md is not a regular file". */
interface UnreadFile {
  ok: false;
  why: 'absent' | 'not-regular' | 'too-large' | 'unreadable';
  reason: string;
  /** The reported size of a file that is too large. */
  size: number;
}

const chunkBytes = 64 * 1024;

/**
 * Reads a regular file up to a limit. Pipes and devices may never end, and opening a pipe waits for its writer. Some
 * files report a size of zero although they have content, so the size is not trusted.
 */
export function readRegularFile(path: string, mostBytes: number): FileReading {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return unread('not-regular', 'is not a regular file');
    if (stats.size > mostBytes) return tooLarge(mostBytes, stats.size);
    const bytes = readUpTo(descriptor, mostBytes + 1);
    return bytes.length > mostBytes ? tooLarge(mostBytes, bytes.length) : { ok: true, bytes };
  } catch (error) {
    return unreadBecause(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The first bytes of a regular file of any size. */
export function readFileHead(path: string, mostBytes: number): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return fstatSync(descriptor).isFile() ? readUpTo(descriptor, mostBytes) : Buffer.alloc(0);
  } finally {
    closeSync(descriptor);
  }
}

function readUpTo(descriptor: number, mostBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let left = mostBytes;
  while (left > 0) {
    const chunk = Buffer.alloc(Math.min(left, chunkBytes));
    const count = readSync(descriptor, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    left -= count;
  }
  return Buffer.concat(chunks);
}

function tooLarge(mostBytes: number, size: number): UnreadFile {
  return { ...unread('too-large', `has ${size} bytes; the limit is ${mostBytes}`), size };
}

export function unreadBecause(error: unknown): UnreadFile {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (isAbsent) return unread('absent', 'cannot be read: it does not exist');
  return unread('unreadable', `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

function unread(why: UnreadFile['why'], reason: string): UnreadFile {
  return { ok: false, why, reason, size: 0 };
}

/**
 * Creates missing folders one by one. Node's recursive option never returns in folders such as those of /proc, which
 * deny their own existence when something is created in them.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Flushes a file, or the names in a folder, to the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { errorText, log } from '../log.ts';
import { readSendQueues } from './send-queues.ts';

export interface UnreadLimits {
  /** How long bytes may wait on a connection of which its client takes none. */
  stalledMs: number;
  /** The same while so much waits on all connections that memory is at stake. */
  crowdedMs: number;
  /** The same where the system does not say what its buffers hold: those of a slow client move once in minutes. */
  unseenMs: number;
  /** The same while the portal stops. */
  stoppingMs: number;
  /** How often it is looked. */
  lookMs: number;
}

/** A client with 10 kB/s takes 64 KiB, the most that is acknowledged at once, in 7 s. */
const defaultLimits: UnreadLimits = {
  stalledMs: 30_000,
  crowdedMs: 10_000,
  unseenMs: 300_000,
  stoppingMs: 3_000,
  lookMs: 2_500,
};

/** Less than this is not worth a look: the connection itself takes as much, and is ended when it is idle for long. */
const smallBytes = 32 * 1024;

/** Summed over all connections: 600 clients that do not read an answer of 1 MiB hold a gigabyte, with their buffers. */
const crowdedBytes = 64 * 1024 * 1024;

/** Connections that the portal ended because it stops: their clients did not go away. */
const cutByStop = new WeakSet<Socket>();

export function isCutByStop(socket: Socket): boolean {
  return cutByStop.has(socket);
}

/** The state of a connection on which bytes may wait. */
interface Progress {
  /** When it was last seen that the client took bytes. */
  sinceMs: number;
  /** The most that the client can have taken by then, since the connection began. */
  takenBytes: number;
  /** The bytes in the kernel's buffer at the last look. */
  queuedBytes: number;
  /** Whether bytes waited in Node as well, since the kernel's buffer was full. */
  isFull: boolean;
}

/**
 * Ends connections whose clients do not read their answers, whatever the answer is. An answer that Node counts as sent
 * may wait in the kernel, through the time that a connection is kept and for minutes after it is closed; so it is asked
 * what waits there, and the connection is reset, which frees it.
 */
export class UnreadResponses {
  readonly #limits: UnreadLimits;
  readonly #readQueues: typeof readSendQueues;
  readonly #sockets = new Set<Socket>();
  /** Bytes that were written until nothing waited any more. */
  readonly #readBytes = new WeakMap<Socket, number>();
  readonly #progress = new Map<Socket, Progress>();
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server, limits = defaultLimits, readQueues = readSendQueues) {
    this.#limits = limits;
    this.#readQueues = readQueues;
    server.on('connection', (socket: Socket) => this.#watch(socket));
    server.once('listening', () => this.#lookLater());
    server.once('close', () => clearTimeout(this.#timer));
  }

  /** From now on a client who does not read holds nothing up. */
  hurry(): void {
    this.#isStopping = true;
    this.#lookLater(0);
  }

  /** Whether bytes waited for its client at the last look, and none were taken since the one before. */
  isStalled(socket: Socket): boolean {
    const { sinceMs } = this.#progress.get(socket) ?? {};
    return sinceMs !== undefined && performance.now() - sinceMs >= this.#limits.lookMs;
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#progress.delete(socket);
    });
    // Node closes a connection as soon as the kernel has the last byte of its last answer. What waits there then cannot
    // be reset any more, and stays for six minutes: so it is only ended, and closed once the client has read it.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => (this.#mayHaveUnread(socket) ? socket.end() : destroySoon());
  }

  #mayHaveUnread(socket: Socket): boolean {
    return socket.bytesWritten - (this.#readBytes.get(socket) ?? 0) > smallBytes;
  }

  #lookLater(delayMs = this.#limits.lookMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#look().then(
        () => this.#lookLater(this.#isStopping ? this.#limits.stoppingMs / 6 : undefined),
        (error: unknown) => {
          log('error', 'unread-answers-failed', { error: errorText(error) });
          this.#lookLater();
        },
      );
    }, delayMs).unref();
  }

  async #look(): Promise<void> {
    const written = new Map<Socket, number>();
    for (const socket of this.#sockets)
      if (this.#mayHaveUnread(socket)) written.set(socket, socket.bytesWritten);
    if (written.size === 0) return;
    const queues = await this.#readQueues(written.keys());
    let waitingBytes = 0;
    for (const [socket, writtenBytes] of written) {
      const queuedBytes = queues ? queues.get(socket) : 0;
      if (socket.destroyed || queuedBytes === undefined) continue;
      waitingBytes += queuedBytes + socket.writableLength;
      this.#note(socket, writtenBytes, queuedBytes);
    }
    this.#endStalled(queues !== undefined, waitingBytes > crowdedBytes);
  }

  /** `writtenBytes` was asked before, and what is written since may wait with the rest. */
  #note(socket: Socket, writtenBytes: number, queuedBytes: number): void {
    const isFull = socket.writableLength > 0;
    // The end of a connection counts as one byte.
    if (!isFull && queuedBytes <= 1) {
      this.#progress.delete(socket);
      this.#readBytes.set(socket, writtenBytes);
      if (socket.writableEnded) socket.destroy();
      return;
    }
    const before = this.#progress.get(socket);
    const takenBytes = socket.bytesWritten - queuedBytes;
    if (!before || hasTaken(before, { isFull, queuedBytes, leastTakenBytes: writtenBytes - queuedBytes }))
      this.#progress.set(socket, { sinceMs: performance.now(), takenBytes, queuedBytes, isFull });
    else {
      before.takenBytes = Math.min(before.takenBytes, takenBytes);
      before.queuedBytes = queuedBytes;
      before.isFull = isFull;
    }
  }

  #endStalled(isSeen: boolean, isCrowded: boolean): void {
    const limitMs = this.#limitMs(isSeen, isCrowded);
    for (const [socket, { sinceMs, queuedBytes }] of this.#progress) {
      if (performance.now() - sinceMs < limitMs) continue;
      log('info', 'answer-not-read', { waitingBytes: queuedBytes + socket.writableLength });
      if (this.#isStopping) cutByStop.add(socket);
      end(socket);
    }
  }

  #limitMs(isSeen: boolean, isCrowded: boolean): number {
    const { stoppingMs, unseenMs, crowdedMs, stalledMs } = this.#limits;
    if (this.#isStopping) return stoppingMs;
    if (isCrowded) return crowdedMs;
    return isSeen ? stalledMs : unseenMs;
  }
}

/** Resets the connection, which frees its buffers. A connection that is being closed in order cannot be reset. */
function end(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * While bytes wait in Node, the kernel's buffer is full, and changes only if the client takes some. Else all was handed
 * over, and what does not wait was taken.
 */
function hasTaken(
  before: Progress,
  now: Pick<Progress, 'isFull' | 'queuedBytes'> & { leastTakenBytes: number },
): boolean {
  if (before.isFull) return !now.isFull || now.queuedBytes !== before.queuedBytes;
  return !now.isFull && now.leastTakenBytes > before.takenBytes;
}

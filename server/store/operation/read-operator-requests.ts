import { idempotencyMs } from '../../../lib/ledger/earlier-call.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

/** Requests of operators with an `Idempotency-Key`. */
export class OperatorRequests {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** For a day. */
  async find(hash: string, nowMs: number): Promise<StoredRequest | undefined> {
    const where = { hash, createdAt: { gt: new Date(nowMs - idempotencyMs) } };
    const select = { fingerprint: true, given: true, result: true };
    return (await this.#database.operatorRequest.findUnique({ where, select })) ?? undefined;
  }
}

export interface StoredRequest {
  fingerprint: string;
  /** Encrypted JSON. */
  given: string;
  /** JSON. */
  result: string;
}

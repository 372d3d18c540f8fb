import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { OperatorRequests, StoredRequest } from '../operator-requests.ts';
import { idempotencyMs } from '../sql/kept-times.ts';

export class PrismaOperatorRequests implements OperatorRequests {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async find(hash: string, nowMs: number): Promise<StoredRequest | undefined> {
    const where = { hash, createdAt: { gt: new Date(nowMs - idempotencyMs) } };
    const select = { fingerprint: true, given: true, result: true };
    return (await this.#database.operatorRequest.findUnique({ where, select })) ?? undefined;
  }
}

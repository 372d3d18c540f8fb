import { z } from 'zod';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { CatalogueReader } from '../sql/catalogue/catalogue-reader.ts';
import { dueDelivery, hasDue } from './due-messages.ts';

const mostDeliveries = 100;
const storedEvents = z.array(z.string());

export class Webhooks {
  readonly #database: PrismaClient;
  readonly #reader: Pick<CatalogueReader, 'all'>;

  constructor(database: PrismaClient, reader: Pick<CatalogueReader, 'all'>) {
    this.#database = database;
    this.#reader = reader;
  }

  /** Those of an account, oldest first. */
  async list(accountId: string): Promise<WebhookRow[]> {
    const account = await this.#database.account.findUnique({ where: { id: accountId } });
    if (!account) return [];
    const rows = await this.#database.webhook.findMany({
      where: { accountKey: account.key },
      orderBy: { key: 'asc' },
      omit: { key: true, accountKey: true, secret: true },
    });
    return rows.map((row) => ({ ...row, events: storedEvents.parse(JSON.parse(row.events)) }));
  }

  /** The newest deliveries of a webhook, at most 100. Undefined if the account has no such webhook. */
  async deliveries(accountId: string, webhookId: string): Promise<DeliveryRow[] | undefined> {
    const account = await this.#database.account.findUnique({ where: { id: accountId } });
    const where = { id: webhookId, accountKey: account?.key ?? 0 };
    const webhook = await this.#database.webhook.findUnique({ where });
    if (!webhook) return undefined;
    return this.#database.webhookDelivery.findMany({
      where: { webhookKey: webhook.key },
      orderBy: { key: 'desc' },
      take: mostDeliveries,
      omit: { key: true, webhookKey: true, accountKey: true, leaseUntil: true },
    });
  }

  /** Whether a delivery is due that no portal sends now. */
  hasDue(nowMs: number): Promise<boolean> {
    return hasDue(this.#reader, dueDelivery, nowMs);
  }
}

interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  createdAt: Date;
  disabledAt: Date | null;
}

export interface DeliveryRow {
  id: string;
  event: string;
  payload: string;
  createdAt: Date;
  attempts: number;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  lastResponse: string | null;
}

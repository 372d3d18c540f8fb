import { z } from 'zod';
import type { DeliveryRow, WebhookRow, Webhooks } from '../webhooks.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

const mostDeliveries = 100;
const storedEvents = z.array(z.string());

export class PrismaWebhooks implements Webhooks {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

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

  async hasDue(nowMs: number): Promise<boolean> {
    const now = new Date(nowMs);
    const where = { nextAttemptAt: { lte: now }, OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }] };
    return (await this.#database.webhookDelivery.findFirst({ where, select: { key: true } })) !== null;
  }
}

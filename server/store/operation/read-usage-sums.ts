import type { AnswerCounts } from '../../../lib/operator/answer-times.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { spans, sumKinds } from '../calls/usage-sums.ts';
import { rowsOf, type RunSum } from './read-overview.ts';

type Amount = bigint | number;

/** Hours since 1970; the last one is not in it. */
export interface Between {
  from: number;
  before: number;
}

export interface UsageRow {
  calls: number;
  failed: number;
  credits: number;
}

export interface SubjectRow extends UsageRow {
  /** `Product.key` or `Purse.key`. */
  subject: number;
}

export interface StepRow extends UsageRow {
  answers: AnswerCounts;
}

type Span = keyof typeof spans;

const sums = Prisma.sql`CAST(sum(u."calls") AS BIGINT) AS "calls", CAST(sum(u."failed") AS BIGINT) AS "failed",
  CAST(sum(u."credits") AS BIGINT) AS "credits"`;

/** Sums of calls by their end, which are counted some seconds after it. */
export class UsageSums {
  readonly #database: PrismaClient;
  readonly #runSum: RunSum;

  constructor(database: PrismaClient, runSum: RunSum = (query) => database.$queryRaw(query)) {
    this.#database = database;
    this.#runSum = runSum;
  }

  async #sum<Row>(query: Prisma.Sql): Promise<Row[]> {
    return rowsOf<Row>(await this.#runSum(query));
  }

  /** The first hour of which there are sums. */
  async firstHour(): Promise<number | null> {
    const { _min } = await this.#database.usageSum.aggregate({
      where: { span: spans.month, kind: sumKinds.portal },
      _min: { since: true },
    });
    return _min.since;
  }

  /** All calls of the portal, by steps of so many hours. The steps count from the first hour. Those without calls are left out. */
  async ofPortal(
    span: Span,
    { from, before }: Between,
    stepHours: number,
  ): Promise<ReadonlyMap<number, StepRow>> {
    const step = Prisma.sql`(u."since" - CAST(${from} AS INTEGER)) / CAST(${stepHours} AS INTEGER)`;
    const where = Prisma.sql`u."span" = ${spans[span]} AND u."since" >= ${from} AND u."since" < ${before}`;
    const [rows, counts] = await Promise.all([
      this.#sum<Counted & { step: Amount }>(Prisma.sql`
        SELECT ${step} AS "step", ${sums} FROM "UsageSum" u
         WHERE ${where} AND u."kind" = ${sumKinds.portal} GROUP BY 1`),
      this.#sum<{ step: Amount; answer: Amount; calls: Amount }>(Prisma.sql`
        SELECT ${step} AS "step", u."subject" AS "answer", CAST(sum(u."calls") AS BIGINT) AS "calls" FROM "UsageSum" u
         WHERE ${where} AND u."kind" = ${sumKinds.answer} GROUP BY 1, 2`),
    ]);
    const answers = new Map<number, Map<number, number>>();
    for (const row of counts) {
      const ofStep = answers.get(Number(row.step)) ?? new Map<number, number>();
      answers.set(Number(row.step), ofStep.set(Number(row.answer), Number(row.calls)));
    }
    return new Map(
      rows.map((row) => [
        Number(row.step),
        { ...numbersOf(row), answers: answers.get(Number(row.step)) ?? new Map() },
      ]),
    );
  }

  /** The products or accounts that brought most credits, then calls. */
  async top(kind: 'product' | 'account', span: Span, between: Between, most: number): Promise<SubjectRow[]> {
    const ofAccounts = kind === 'account';
    const grouped = Prisma.sql`
      SELECT u."subject", ${sums} FROM "UsageSum" u
       WHERE ${whereOf(ofAccounts ? 'purse' : 'product', span, between)} GROUP BY u."subject"`;
    const rows = await this.#sum<Counted & { subject: Amount }>(Prisma.sql`
      SELECT s.* FROM (${grouped}) s
       ${ofAccounts ? Prisma.sql`JOIN "Purse" p ON p."key" = s."subject" WHERE p."id" LIKE 'acc!_%' ESCAPE '!'` : Prisma.empty}
       ORDER BY s."credits" DESC, s."calls" DESC, s."subject" LIMIT ${most}`);
    return rows.map((row) => ({ subject: Number(row.subject), ...numbersOf(row) }));
  }

  /** Of some products or accounts. */
  async of(
    kind: 'product' | 'account',
    span: Span,
    between: Between,
    subjects: number[],
  ): Promise<ReadonlyMap<number, UsageRow>> {
    if (subjects.length === 0 || between.before <= between.from) return new Map();
    const rows = await this.#sum<Counted & { subject: Amount }>(Prisma.sql`
      SELECT u."subject", ${sums} FROM "UsageSum" u
       WHERE ${whereOf(kind === 'account' ? 'purse' : 'product', span, between)}
         AND u."subject" IN (${Prisma.join(subjects)}) GROUP BY u."subject"`);
    return new Map(rows.map((row) => [Number(row.subject), numbersOf(row)]));
  }

  /** Why calls of products failed, the most frequent reasons first. */
  async failures(span: Span, between: Between, most: number): Promise<(SubjectRow & { reason: string })[]> {
    const rows = await this.#sum<Counted & { subject: Amount; reason: string }>(Prisma.sql`
      SELECT u."subject", u."reason", ${sums} FROM "UsageSum" u
       WHERE ${whereOf('failure', span, between)} GROUP BY u."subject", u."reason"
       ORDER BY sum(u."calls") DESC, u."subject", u."reason" LIMIT ${most}`);
    return rows.map(({ subject, reason, ...row }) => ({
      ...{ subject: Number(subject), reason },
      ...numbersOf(row),
    }));
  }

  /** How often these products failed for these reasons in each span: rows of product, reason and time. */
  async failuresBySpan(span: Span, between: Between, subjects: number[]) {
    if (subjects.length === 0) return [];
    return this.#database.usageSum.findMany({
      where: {
        ...{ span: spans[span], kind: sumKinds.failure },
        ...{ since: { gte: between.from, lt: between.before }, subject: { in: subjects } },
      },
      select: { since: true, subject: true, reason: true, calls: true },
    });
  }

  /** The accounts of purses. */
  async accounts(purseKeys: number[]): Promise<ReadonlyMap<number, { id: string; name: string }>> {
    const purses = await this.#database.purse.findMany({
      where: { key: { in: purseKeys } },
      select: { key: true, id: true },
    });
    const accounts = await this.#database.account.findMany({
      where: { id: { in: purses.map(({ id }) => id) } },
      select: { id: true, name: true },
    });
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return new Map(
      purses.flatMap(({ key, id }) => {
        const account = byId.get(id);
        return account ? [[key, account] as const] : [];
      }),
    );
  }
}

interface Counted {
  calls: Amount;
  failed: Amount;
  credits: Amount;
}

function whereOf(kind: keyof typeof sumKinds, span: Span, { from, before }: Between): Prisma.Sql {
  return Prisma.sql`u."span" = ${spans[span]} AND u."kind" = ${sumKinds[kind]} AND u."since" >= ${from} AND u."since" < ${before}`;
}

function numbersOf({ calls, failed, credits }: Counted): UsageRow {
  return { calls: Number(calls), failed: Number(failed), credits: Number(credits) };
}

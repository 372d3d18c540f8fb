import { memberRole } from '../../../lib/account/members.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { ActiveMember, ActivePerson, SeenAccount } from '../people/read-people.ts';

interface SessionColumns {
  personKey: number;
  accountKey: number | null;
  seesAccountKey: number | null;
  seesUntil: Date | null;
}

type OfSession = Pick<ActivePerson, 'member' | 'sees' | 'closedAccount'>;

/** The account in which a person acts, the one that an operator sees, and the one that was closed under the person. */
export async function accountsOfSession(database: PrismaClient, session: SessionColumns): Promise<OfSession> {
  const [member, sees, closed] = await Promise.all([
    findMember(database, session),
    findSeen(database, session),
    findClosed(database, session.personKey),
  ]);
  const chosen = closed.find(({ accountKey }) => accountKey === session.accountKey);
  const told = chosen ?? (member ? undefined : closed[0]);
  return { member, sees, ...(told && { closedAccount: told.account.name }) };
}

/** The account that the person has chosen; otherwise the one that they joined first. */
async function findMember(
  database: PrismaClient,
  { personKey, accountKey }: SessionColumns,
): Promise<ActiveMember | null> {
  const rows = await database.member.findMany({
    where: { personKey, removedAt: null },
    select: { key: true, role: true, accountKey: true, account: { select: { id: true } } },
    orderBy: [{ joinedAt: 'asc' }, { key: 'asc' }],
  });
  const row = rows.find((one) => one.accountKey === accountKey) ?? rows[0];
  if (!row) return null;
  const { key, role, account } = row;
  const purse = await database.purse.findUnique({
    where: { id: account.id },
    select: { suspendedAt: true },
  });
  return {
    key,
    role: memberRole.parse(role),
    accountId: account.id,
    ...(purse?.suspendedAt && { suspended: true as const }),
  };
}

async function findSeen(
  database: PrismaClient,
  { seesAccountKey, seesUntil }: SessionColumns,
): Promise<SeenAccount | null> {
  if (seesAccountKey === null || seesUntil === null) return null;
  const where = { key: seesAccountKey };
  const account = await database.account.findUnique({ where, select: { id: true, name: true } });
  return account && { account, untilMs: seesUntil.getTime() };
}

/** The accounts that were closed while the person was a member, and still are; the last one first. */
async function findClosed(database: PrismaClient, personKey: number) {
  const rows = await database.member.findMany({
    where: { personKey, removedAt: { not: null }, account: { closedAt: { not: null } } },
    select: { accountKey: true, removedAt: true, account: { select: { name: true, closedAt: true } } },
    orderBy: { removedAt: 'desc' },
  });
  return rows.filter(({ removedAt, account }) => removedAt?.getTime() === account.closedAt?.getTime());
}

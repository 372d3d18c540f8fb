import { parseProductKeys, keyAccess } from '../../../lib/account/api-keys.ts';
import { memberRole } from '../../../lib/account/members.ts';
import type { PrismaClient, Prisma } from '../../../prisma/generated/sqlite/client.ts';
import { roleOf } from '../people/read-people.ts';
import type { ActiveKey, ClientTokenRow } from './account-rows.ts';

export interface StoredScope {
  access: string;
  products: string | null;
}

export function isLimited({ access, products }: StoredScope): boolean {
  return access !== 'call' || products !== null;
}

/** The keys of a person end with the membership, and operator keys with the role. */
export async function activeKeyOf(
  database: PrismaClient,
  { account, expiresAt, personKey, accountKey, access, products, operatorPerson, ...row }: ActiveRow,
): Promise<ActiveKey | undefined> {
  const role = roleOf(operatorPerson?.operatorRole ?? null);
  if (operatorPerson && role === null) return undefined;
  const purse = await database.purse.findUnique({
    where: { id: account.id },
    select: { suspendedAt: true },
  });
  const active = {
    ...row,
    accountId: account.id,
    expiresAtMs: expiresAt?.getTime() ?? null,
    ...(isLimited({ access, products }) && {
      scope: { access: keyAccess.parse(access), products: parseProductKeys(products) },
    }),
    ...(purse?.suspendedAt && { suspended: true as const }),
    ...(operatorPerson && role && { operatorPerson: { key: operatorPerson.key, role } }),
  };
  if (personKey === null) return { ...active, member: null };
  const member = await database.member.findUnique({
    where: { accountKey_personKey: { accountKey, personKey }, removedAt: null },
    select: { key: true, role: true },
  });
  return member
    ? { ...active, member: { key: member.key, personKey, role: memberRole.parse(member.role) } }
    : undefined;
}

/** What requests need of a key. */
export const activeFields = {
  key: true,
  id: true,
  operator: true,
  expiresAt: true,
  personKey: true,
  accountKey: true,
  access: true,
  products: true,
  account: { select: { id: true } },
  operatorPerson: { select: { key: true, operatorRole: true } },
} as const;

interface ActiveRow extends Pick<ActiveKey, 'key' | 'id' | 'operator'> {
  expiresAt: Date | null;
  personKey: number | null;
  accountKey: number;
  access: string;
  products: string | null;
  account: { id: string };
  operatorPerson: { key: number; operatorRole: string | null } | null;
}

export async function findClientToken(
  database: PrismaClient,
  hash: string,
): Promise<ClientTokenRow | undefined> {
  const works = { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
  const token = await database.clientToken.findUnique({
    where: { hash, apiKey: { revokedAt: null, ...works } },
    select: {
      kind: true,
      expiresAt: true,
      usedAt: true,
      redirectUri: true,
      codeChallenge: true,
      apiKey: { select: { key: true, id: true, clientId: true, expiresAt: true } },
    },
  });
  return token ?? undefined;
}

/** Keys of agents that did not collect their codes in time, until they are revoked. */
export function uncollectedGrant() {
  const code = { kind: 'code', usedAt: null, expiresAt: { lte: new Date() } };
  return { revokedAt: null, tokens: { some: code } } satisfies Prisma.ApiKeyWhereInput;
}

import { keyAccess } from '../../../lib/account/api-keys.ts';
import { memberRole } from '../../../lib/account/member-role.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { ActiveKey } from '../accounts.ts';
import { parseProductKeys } from '../product-keys.ts';
import type { ActiveRow } from './active-row.ts';
import { roleOf } from './prisma-people.ts';

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

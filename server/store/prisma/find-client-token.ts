import type { Prisma, PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { ClientTokenRow } from '../accounts.ts';

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
      apiKey: { select: { key: true, id: true, clientId: true } },
    },
  });
  return token ?? undefined;
}

/** Keys of agents that did not collect their codes in time, until they are revoked. */
export function uncollectedGrant() {
  const code = { kind: 'code', usedAt: null, expiresAt: { lte: new Date() } };
  return { revokedAt: null, tokens: { some: code } } satisfies Prisma.ApiKeyWhereInput;
}

import type { Metadata } from 'next';
import {
  identitiesQuery,
  passkeysQuery,
  secondFactorQuery,
  sessionsQuery,
} from '../../components/people/queries.ts';
import { Profile } from '../../components/people/profile.tsx';
import { oidcSentence } from '../../lib/account/identities.ts';
import { hasMailCodes } from '../../server/people/proofs/prove-code.ts';
import { listSessions } from '../../server/people/sessions-of-person.ts';
import { listIdentities } from '../../server/people/proofs/identities.ts';
import { listPasskeys } from '../../server/people/proofs/passkeys.ts';
import { readSecondFactor } from '../../server/people/proofs/second-factor.ts';
import { portal } from '../../server/doors/current-portal.ts';
import { seeded, seedSession } from '../seeded.tsx';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export const metadata: Metadata = { title: 'Profile', robots: { index: false } };

export default async function ProfilePage({ searchParams }: { searchParams: SearchParams }) {
  const { refused } = await searchParams;
  return seeded(
    async (client, context, visitor) => {
      await seedSession(client, context, visitor);
      if (!visitor.person) return;
      client.setQueryData(sessionsQuery.queryKey, await listSessions(context, visitor));
      client.setQueryData(identitiesQuery.queryKey, await listIdentities(context, visitor));
      client.setQueryData(passkeysQuery.queryKey, await listPasskeys(context, visitor));
      client.setQueryData(secondFactorQuery.queryKey, await readSecondFactor(context, visitor));
    },
    <Profile refused={oidcSentence(refused)} mailsCodes={hasMailCodes(portal().context.settings)} />,
  );
}

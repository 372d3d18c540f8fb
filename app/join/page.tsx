import type { Metadata } from 'next';
import { Join } from '../../components/people/join.tsx';
import { NarrowPage } from '../../components/people/narrow-page.tsx';
import { offeredIssuers } from '../../server/people/proofs/identities.ts';
import { portal } from '../../server/doors/current-portal.ts';
import { seeded, seedSession } from '../seeded.tsx';

export const metadata: Metadata = { title: 'Join an account', robots: { index: false } };

export default function JoinPage() {
  return seeded(
    seedSession,
    <NarrowPage title="Join an account">
      <Join issuers={offeredIssuers(portal().context.settings)} />
    </NarrowPage>,
  );
}

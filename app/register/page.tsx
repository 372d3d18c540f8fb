import type { Metadata } from 'next';
import { NarrowPage } from '../../components/people/narrow-page.tsx';
import { Register } from '../../components/people/register.tsx';
import { offeredIssuers } from '../../server/people/proofs/identities.ts';
import { portal } from '../../server/doors/current-portal.ts';

export const metadata: Metadata = { title: 'Create an account', robots: { index: false } };

export default function RegisterPage() {
  const { settings } = portal().context;
  return (
    <NarrowPage title="Create an account">
      {settings.registration === 'open' ? (
        <Register issuers={offeredIssuers(settings)} />
      ) : (
        <p className="mt-4">
          This portal is invitation-only. Ask its operator for an invitation
          {settings.registration === 'invitation' && ', or an owner or admin of an account that you know'}.
        </p>
      )}
    </NarrowPage>
  );
}

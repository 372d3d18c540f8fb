import type { Metadata } from 'next';
import Link from 'next/link';
import { NarrowPage } from '../../components/people/narrow-page.tsx';
import { SetUp } from '../../components/people/choose-password.tsx';
import { portal } from '../../server/doors/current-portal.ts';

export const metadata: Metadata = { title: 'Set up', robots: { index: false } };

export default async function SetUpPage() {
  if (await portal().context.store.people.hasOperator())
    return (
      <NarrowPage title="Set up Farebox" lead="This portal already has an operator.">
        <p className="mt-4">
          <Link href="/sign-in" className="text-accent underline underline-offset-4">
            Sign in
          </Link>{' '}
          if you are one, or ask them for an invitation.
        </p>
      </NarrowPage>
    );
  return (
    <NarrowPage
      title="Set up Farebox"
      lead="Create the first operator of this portal. You will be signed in."
    >
      <SetUp />
      <p className="mt-6 text-sm text-quiet">
        Until there is an operator, the portal prints the link to this page where it was started.
      </p>
    </NarrowPage>
  );
}

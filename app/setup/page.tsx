import type { Metadata } from 'next';
import { NarrowPage } from '../../components/people/narrow-page.tsx';
import { SetUp } from '../../components/people/set-up.tsx';

export const metadata: Metadata = { title: 'Set up', robots: { index: false } };

export default function SetUpPage() {
  return (
    <NarrowPage
      title="Set up Farebox"
      lead="Create the first operator of this portal. You will be signed in."
    >
      <SetUp />
    </NarrowPage>
  );
}

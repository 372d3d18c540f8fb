import type { Metadata } from 'next';
import { ChoosePassword } from '../../components/people/choose-password.tsx';
import { NarrowPage } from '../../components/people/narrow-page.tsx';

export const metadata: Metadata = { title: 'Choose a password', robots: { index: false } };

export default function PasswordPage() {
  return (
    <NarrowPage title="Choose a password">
      <ChoosePassword />
    </NarrowPage>
  );
}

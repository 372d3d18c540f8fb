import type { Metadata } from 'next';
import Link from 'next/link';
import { NarrowPage } from '../../components/people/narrow-page.tsx';
import { PersonSignIn } from '../../components/people/person-sign-in.tsx';
import { hasMailCodes } from '../../server/people/mail-code.ts';
import { whyNoPasskeys } from '../../server/people/passkey-place.ts';
import { portal } from '../../server/portal/current-portal.ts';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } };

export default function SignInPage() {
  const { settings } = portal().context;
  return (
    <NarrowPage title="Sign in">
      <PersonSignIn
        hasPasskeys={whyNoPasskeys(settings) === undefined}
        hasMailCodes={hasMailCodes(settings)}
      />
      <p className="mt-4 text-sm">
        <Link href="/keys" className="text-accent underline underline-offset-4">
          Sign in with an API key
        </Link>
      </p>
    </NarrowPage>
  );
}

import type { Metadata } from 'next';
import Link from 'next/link';
import { NarrowPage } from '../../components/people/narrow-page.tsx';
import { OperatorText } from '../../components/operator-text.tsx';
import { PersonSignIn } from '../../components/people/person-sign-in.tsx';
import { RefusedNote } from '../../components/people/fields.tsx';
import { pageAfterSignIn } from '../../lib/account/sign-in-address.ts';
import { oidcSentence } from '../../lib/account/identities.ts';
import { offeredIssuers } from '../../server/people/proofs/identities.ts';
import { hasMailCodes } from '../../server/people/proofs/prove-code.ts';
import { whyNoPasskeys } from '../../server/people/proofs/passkeys.ts';
import { portal } from '../../server/doors/current-portal.ts';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } };

const passwordWasSet = 'Your password was set. Sign in with it and your second factor.';

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { refused, for: reason, from } = await searchParams;
  const returnTo = reason === 'agent' ? '/oauth/authorize' : pageAfterSignIn(from);
  const { settings } = portal().context;
  return (
    <NarrowPage title="Sign in" {...(reason === 'new-password' && { lead: passwordWasSet })}>
      <RefusedNote sentence={oidcSentence(refused)} />
      <PersonSignIn
        hasPasskeys={whyNoPasskeys(settings) === undefined}
        hasMailCodes={hasMailCodes(settings)}
        issuers={offeredIssuers(settings)}
        {...(returnTo !== undefined && { returnTo })}
      />
      <p className="mt-4 text-sm">
        {settings.registration === 'open' ? (
          <Link href="/register" className="text-accent underline underline-offset-4">
            Create an account
          </Link>
        ) : (
          <OperatorText>If you are new here, ask the operator of this portal for an invitation.</OperatorText>
        )}
      </p>
      <p className="mt-4 text-sm">
        <Link href="/keys" className="text-accent underline underline-offset-4">
          Sign in with an API key
        </Link>
      </p>
    </NarrowPage>
  );
}

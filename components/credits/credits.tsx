'use client';

import { OperatorText } from '../operator-text.tsx';
import { allowanceWords } from '../../lib/ledger/allowance.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { useQuery } from '@tanstack/react-query';
import { mayRole } from '../../lib/account/roles.ts';
import type { CreditAccount } from '../../lib/account/credit-account.ts';
import { lowCreditsText } from '../../lib/view/low-credits.ts';
import { momentText } from '../../lib/text/times.ts';
import { Alerts } from '../alerts/alerts.tsx';
import { isInNoAccount, sessionOptions } from '../keys/session-options.ts';
import { OwnLoadError } from '../load-error.tsx';
import { BuyCredits } from './buy-credits.tsx';
import { entriesOptions, entriesPageSize } from './queries.ts';
import { Entries } from './entries.tsx';
import { SpendingBars } from '../keys/spending-bar.tsx';
import { Usage } from './usage.tsx';
import { SignInLink } from '../shell/header/sign-in-link.tsx';

/** `today` is the server's day in UTC, so that server and browser render the same page. */
export function Credits({ page, today }: { page: number; today: string }) {
  const { data, error, isPending, refetch } = useQuery(entriesOptions(page, entriesPageSize));
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const inNoAccount = isInNoAccount(session);
  const role = session?.role ?? null;
  const seesCalls = role === null || mayRole(role, 'read-calls') || session?.operator === true;
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-3xl font-semibold tracking-tight">Credits</h1>
      {inNoAccount && (
        <p className="mt-6 max-w-prose rounded-md border border-line p-3">
          You are signed in, but you do not belong to an account. To join or rejoin one, ask an owner of it to
          invite you.
        </p>
      )}
      {isPending && <p className="mt-6 text-quiet">Loading the credits…</p>}
      {error && <OwnLoadError what="The credits" error={error} retry={() => void refetch()} />}
      {data && !error && (
        <>
          <Balance account={data} today={today} isInNoAccount={inNoAccount} />
          {data.limits && (
            <section aria-label="Spending limits" className="mt-6">
              <p className="mb-3 text-sm text-quiet">
                All members and API keys of the account share these spending limits. Operators of the portal
                set them.
              </p>
              <SpendingBars limits={data.limits} className="max-w-2xl gap-4" />
            </section>
          )}
          <Usage usage={data.usage} today={today} isGuest={data.resetsAt !== undefined} />
          {session?.kind === 'account' && <Alerts session={session} />}
          <Entries entries={data.entries} page={page} seesCalls={seesCalls} />
        </>
      )}
    </main>
  );
}

interface BalanceProps {
  account: CreditAccount;
  today: string;
  isInNoAccount: boolean;
}

function Balance({ account, today, isInNoAccount }: BalanceProps) {
  const { available, balance, held, resetsAt, creditsUrl, spendable } = account;
  const low = lowCreditsText(account, today);
  // Such as a member with a limit, or a viewer.
  const isLimited = spendable?.why !== undefined;
  return (
    <section aria-label="Balance" className="mt-6">
      <dl className="flex flex-wrap gap-x-12 gap-y-4 tabular-nums">
        {isLimited && <Amount name="You can spend" value={Math.max(0, spendable.credits)} large />}
        <Amount
          name={isLimited ? 'The account has available' : 'Available'}
          value={available}
          large={!isLimited}
        />
        <Amount name="On hold for running calls" value={held} />
        <Amount name="Balance" value={balance} />
      </dl>
      {isLimited && (
        <p className={`mt-3 max-w-prose text-sm ${spendable.credits > 0 ? 'text-quiet' : 'text-warn'}`}>
          {spendable.why}
        </p>
      )}
      <p className="mt-3 text-sm text-quiet">
        {resetsAt
          ? `${isInNoAccount ? 'Until then, you and all guests' : 'You are a guest. All guests'} on your network share one ${allowanceWords.adjective} allowance, refilled at ${momentText(resetsAt)} UTC; the usage and the ledger below are for all of them.`
          : 'The credits of your account do not expire.'}{' '}
        {resetsAt && !isInNoAccount && (
          <SignInLink className="text-accent underline underline-offset-4">Sign in</SignInLink>
        )}{' '}
        <BuyCredits url={creditsUrl} />
      </p>
      {low !== undefined && (
        <p role="status" className="mt-4 rounded-md border border-warn p-3 text-warn">
          <OperatorText>{low}</OperatorText>
        </p>
      )}
    </section>
  );
}

function Amount({ name, value, large = false }: { name: string; value: number; large?: boolean }) {
  return (
    <div className="flex flex-col justify-between">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className={`break-all ${large ? 'text-4xl font-semibold tracking-tight' : 'text-xl'}`}>
        {groupedNumber(value)}
      </dd>
    </div>
  );
}

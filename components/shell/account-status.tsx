'use client';

import { useQuery, useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import type { Session } from '../../lib/account/session.ts';
import { creditsText } from '../../lib/text/numbers.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { creditsOptions } from '../playground/queries.ts';

/** The person, or the account and its balance. The server renders both; a call or a new session updates them. */
export function AccountStatus() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const isAccount = session?.kind === 'account';
  const { data: credits, isError } = useQuery({
    ...creditsOptions(),
    enabled: isAccount || (session?.kind === 'guest' && !session.person),
  });
  const text = credits && creditsText(Math.max(0, credits.spendable.credits));
  // Beside a choice of accounts a phone has room for the number alone.
  const [number, ...words] = session && session.accounts.length > 1 ? (text?.split(' ') ?? []) : [text];
  const balance = text !== undefined && (
    <span className="whitespace-nowrap tabular-nums">
      {number}
      {words.length > 0 && <span className="max-sm:sr-only"> {words}</span>}
    </span>
  );
  const isRefused = session?.suspended && !session.account;
  if (!session || isRefused || (!isAccount && !session.person && isError)) return signIn;
  if (session.person)
    return (
      <div className="grid justify-items-end">
        <Link href="/profile" prefetch={false} className={look}>
          <span className="max-w-20 truncate lg:max-w-32 font-medium text-ink">
            <span className="sr-only">Signed in as </span>
            {session.person.name}
          </span>
          {session.operator && !session.account && <span>Operator</span>}
        </Link>
        {session.account && (
          <div className="flex items-center">
            <AccountSwitch account={session.account} accounts={session.accounts} />
            <Link href="/credits" prefetch={false} className={look}>
              {balance}
            </Link>
          </div>
        )}
      </div>
    );
  const status = (
    <Link href="/credits" prefetch={false} className={look}>
      <span className={isAccount ? 'max-w-20 truncate lg:max-w-32 font-medium text-ink' : 'sr-only'}>
        <span className="sr-only">
          {session.seeing ? 'Viewing ' : isAccount ? 'Signed in as ' : 'Not signed in: '}
        </span>
        {isAccount ? session.account?.name : 'Guest'}
      </span>
      {balance}
    </Link>
  );
  return isAccount ? (
    status
  ) : (
    <div className="grid justify-items-end">
      {status}
      {signIn}
    </div>
  );
}

const look =
  'grid rounded-md px-1 text-right text-xs leading-4 text-quiet hover:text-ink min-h-6 content-center';

const signIn = (
  <Link href="/sign-in" prefetch={false} className={look}>
    <span className="font-medium text-ink">Sign in</span>
  </Link>
);

interface Props {
  account: NonNullable<Session['account']>;
  accounts: Session['accounts'];
}

/** The account in which the person acts, where there is room. With several, the person switches between them. */
function AccountSwitch({ account, accounts }: Props) {
  const changeCaller = useChangeOfCaller();
  const choosing = useMutation({
    mutationFn: async (id: string) => {
      // Loaded with the first choice: every page has this.
      const { becomePerson } = await import('../people/become-person.ts');
      await changeCaller(() => becomePerson('POST /api/session/account', { body: { account: id } }));
    },
  });
  const look = 'min-h-6 truncate text-xs lg:max-w-32 text-quiet hover:text-ink';
  if (accounts.length < 2)
    return (
      <Link
        href="/members"
        prefetch={false}
        className={`${look} content-center rounded-md px-1 max-lg:hidden`}
      >
        <span className="sr-only">Account </span>
        {account.name}
      </Link>
    );
  return (
    <select
      aria-label="Account"
      value={account.id}
      disabled={choosing.isPending}
      onChange={(event) => choosing.mutate(event.target.value)}
      title={choosing.error?.message}
      className={`${look} max-w-14 rounded-md border border-line bg-paper px-1`}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Whether the account of the visitor takes nothing new and changes nothing: the banner of every page says so. */
export function useIsSuspended(): boolean {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  return session?.suspended === true;
}

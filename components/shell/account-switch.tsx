'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import type { Session } from '../../lib/account/session.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';

interface Props {
  account: NonNullable<Session['account']>;
  accounts: Session['accounts'];
}

/** The account in which the person acts, where there is room. With several, the person switches between them. */
export function AccountSwitch({ account, accounts }: Props) {
  const changeCaller = useChangeOfCaller();
  const choosing = useMutation({
    mutationFn: async (id: string) => {
      // Loaded with the first choice: every page has this.
      const { becomePerson } = await import('../people/become-person.ts');
      await changeCaller(() => becomePerson('/api/session/account', { account: id }));
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

'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { sessionOptions } from '../keys/session-options.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { messageOf } from '../message-of.ts';

/** Says on every page that an operator sees an account as its members do, and ends it. */
export function SeeingBanner() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const { account, seeing } = session ?? {};
  return account && seeing ? <Banner key={account.id} account={account} until={seeing.until} /> : null;
}

function Banner({ account, until }: { account: { id: string; name: string }; until: string }) {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  const [failure, setFailure] = useState<string | null>(null);
  // By then the portal has ended it.
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), Math.max(0, Date.parse(until) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [until]);
  async function end() {
    setFailure(null);
    try {
      const { becomePerson } = await import('../people/become-person.ts');
      await changeCaller(() => becomePerson('/api/operator/see-as/end', {}));
      router.push(`/operator/accounts/${account.id}`);
    } catch (error) {
      setFailure(messageOf(error));
    }
  }
  return (
    <section
      aria-label="Seen as its members do"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <p className="min-w-0 break-words">
        You see <strong className="font-semibold">{account.name}</strong> as its members do. Read only, until{' '}
        <time dateTime={until}>{until.slice(11, 16)}</time> UTC.
      </p>
      <button
        type="button"
        onClick={() => void end()}
        className="with-script min-h-6 rounded-md border border-line bg-paper px-3 py-0.5 font-medium hover:bg-sunk"
      >
        End
      </button>
      {failure !== null && (
        <p role="alert" className="basis-full text-center text-bad">
          {failure}
        </p>
      )}
    </section>
  );
}

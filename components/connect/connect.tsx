'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Session } from '../../lib/account/session.ts';
import { connectLines } from '../../lib/view/connect-lines.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { CodeBlock } from '../shell/code-block.tsx';
import { BudgetForm } from './budget-form.tsx';
import { SeenTools } from './seen-tools.tsx';

interface Props {
  /** The public address of the portal. */
  url: string;
  /** Slugs of products that the agent gets as tools of their own. */
  products: string[];
}

const placeholder = 'fb_YOUR_KEY';

/** How an agent gets a budget, and a client the portal. */
export function Connect({ url, products }: Props) {
  const { data, error, isPending, refetch } = useQuery(sessionOptions());
  const [key, setKey] = useState<string>();
  const isAccount = data?.kind === 'account';
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-3xl font-semibold tracking-tight">Connect an agent</h1>
      <p className="mt-3">
        An agent finds products here, gets a price before each call, and pays with the credits of its key.
        {products.length > 0 && (
          <>
            {' '}
            It gets {products.join(', ')} as {products.length === 1 ? 'a tool' : 'tools'} of its own.
          </>
        )}
      </p>
      <Step title="1. Budget">
        {isPending && <p className="text-quiet">Loading your session…</p>}
        {error && !data && <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />}
        {data && <Budget session={data} products={products} apiKey={key} onCreate={setKey} />}
      </Step>
      <Step title="2. Client">
        {connectLines({ url, products }, isAccount ? (key ?? placeholder) : undefined).map(
          ({ client, place, text }) => (
            <section key={client} aria-label={client} className="mt-4">
              <h3 className="font-medium">
                {client} <span className="text-sm font-normal text-quiet">{place}</span>
              </h3>
              <div className="mt-1">
                <CodeBlock text={text} label={`Lines for ${client}`} />
              </div>
            </section>
          ),
        )}
      </Step>
      <Step title="3. Test">
        <SeenTools products={products} apiKey={key} isBlocked={isAccount && key === undefined} />
      </Step>
    </main>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-2">{children}</div>
    </section>
  );
}

interface BudgetProps {
  session: Session;
  products: string[];
  apiKey: string | undefined;
  onCreate: (key: string) => void;
}

function Budget({ session, products, apiKey, onCreate }: BudgetProps) {
  if (session.kind === 'guest')
    return (
      <p>
        Without a key, the agent spends the daily credits of guests.{' '}
        <Link href="/keys" className="text-accent underline underline-offset-4">
          Sign in
        </Link>{' '}
        to give it a budget of its own.
      </p>
    );
  if (session.role !== null && !mayRole(session.role, 'own-keys'))
    return <p>Your role creates no API keys. Ask an owner or admin of the account for one.</p>;
  if (apiKey === undefined) return <BudgetForm products={products} onCreate={onCreate} />;
  return (
    <p role="status">
      The key is in the lines below. It is shown only once: copy them before you leave this page. You can
      change or revoke it under{' '}
      <Link href="/keys" className="text-accent underline underline-offset-4">
        API keys
      </Link>
      .
    </p>
  );
}

'use client';

import { allowanceWords } from '../../lib/ledger/allowance.ts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Fragment, type ReactNode, useState } from 'react';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { addressParameters, type ConnectLines, connectLines } from '../../lib/agents/connect-lines.ts';
import { lifetimes, newKeyOf } from '../../lib/view/new-key-form.ts';
import { useAction } from '../confirmation/use-action.ts';
import { Confirming } from '../confirmation/use-confirmation.tsx';
import { CheckField, CreditsField } from '../keys/key-field.tsx';
import { LifetimeField, NameField } from '../keys/scope-fields.tsx';
import { sessionOptions } from '../keys/session-options.ts';
import { OwnLoadError } from '../load-error.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { apiKeysQuery } from '../people/queries.ts';
import { CodeBlock } from '../shell/code-block.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { TabList, tabPanel, underlinedTab } from '../tab-list.tsx';
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
  const mayTest = !data || !isAccount || whyNoKeys(data) === undefined;
  const lines = connectLines({ url, products }, isAccount ? (key ?? placeholder) : undefined);
  const signingIn = lines.filter(({ signsIn }) => signsIn).map(({ client }) => client);
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
        {data && (
          <Budget session={data} products={products} signingIn={signingIn} apiKey={key} onCreate={setKey} />
        )}
      </Step>
      <Step title="2. Client">
        <ClientLines lines={lines} />
      </Step>
      {mayTest && (
        <Step title="3. Test">
          <SeenTools products={products} apiKey={key} isBlocked={isAccount && key === undefined} />
        </Step>
      )}
      <Step title="Address parameters">
        <p>Add them to the address after a ?, separated by &.</p>
        <Parameters />
      </Step>
    </main>
  );
}

const listId = 'client';

function ClientLines({ lines }: { lines: readonly ConnectLines[] }) {
  const [first] = lines;
  const [chosen, choose] = useState(first?.client ?? '');
  const shown = lines.find(({ client }) => client === chosen);
  return (
    <>
      <TabList
        id={listId}
        label="Client"
        tabs={lines.map(({ client }) => ({ id: client, name: client }))}
        chosen={chosen}
        choose={choose}
        className="flex min-w-0 flex-wrap gap-x-1 border-b border-line"
        tabClassName={underlinedTab}
      />
      {shown && (
        <div {...tabPanel(listId, chosen)} className="mt-3">
          <p className="text-sm text-quiet">{shown.place}</p>
          <div className="mt-2">
            <CodeBlock wraps text={shown.text} label={`Setup for ${shown.client}`} />
          </div>
          {shown.install !== undefined && (
            <p className="mt-3">
              <a href={shown.install} className="text-accent underline underline-offset-4">
                Install in {shown.client}
              </a>
            </p>
          )}
        </div>
      )}
    </>
  );
}

function Parameters() {
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-1 sm:gap-y-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {addressParameters.map(({ parameter, does }) => (
        <Fragment key={parameter}>
          <dt>
            <code className="font-mono text-sm">{parameter}</code>
          </dt>
          <dd className="mb-2 text-quiet sm:mb-0">{does}</dd>
        </Fragment>
      ))}
    </dl>
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

/** Why a member of an account gets no API keys. */
function whyNoKeys({ role, suspended }: Session): string | undefined {
  if (role !== null && !mayRole(role, 'own-keys'))
    return 'Your role cannot create API keys. Ask an owner or admin of the account for one.';
  return suspended ? 'The account is suspended, so it cannot get new API keys.' : undefined;
}

interface BudgetProps {
  session: Session;
  products: string[];
  /** Names of the clients that take no API key. */
  signingIn: string[];
  apiKey: string | undefined;
  onCreate: (key: string) => void;
}

function Budget({ session, products, signingIn, apiKey, onCreate }: BudgetProps) {
  if (session.kind === 'guest')
    return (
      <p>
        Without a key, the agent spends the {allowanceWords.adjective} credits of guests.{' '}
        <Link href="/keys" className="text-accent underline underline-offset-4">
          Sign in
        </Link>{' '}
        to give it a budget of its own.
      </p>
    );
  const refusal = whyNoKeys(session);
  if (refusal !== undefined) return <p>{refusal}</p>;
  if (apiKey === undefined)
    return (
      <>
        <p>
          Skip this step for {signingIn.join(' and ')}: you set the budget when you sign in there. Other
          clients need an API key.
        </p>
        <Confirming>
          <BudgetForm products={products} onCreate={onCreate} />
        </Confirming>
      </>
    );
  return (
    <>
      <p role="status">
        Your API key was created. It is shown only once: copy it, or the setup for your client below, before
        you leave this page. You can change or revoke it under{' '}
        <Link href="/keys" className="text-accent underline underline-offset-4">
          API keys
        </Link>
        .
      </p>
      <p className="mt-3 rounded-md border border-line bg-sunk p-3 font-mono break-all select-all">
        {apiKey}
      </p>
      <div className="mt-2">
        <CopyButton text={apiKey} />
      </div>
    </>
  );
}

interface BudgetFormProps {
  products: string[];
  onCreate: (key: string) => void;
}

/** Makes a key with limits that ends: the budget of an agent. */
function BudgetForm({ products, onCreate }: BudgetFormProps) {
  const act = useAction(apiKeysQuery);
  async function submit(fields: FormData) {
    onCreate((await act('POST /api/keys', { body: newKeyOf(fields, Date.now()) })).key);
  }
  return (
    <PersonForm action="Create key" submit={submit}>
      {(faults) => (
        <>
          <NameField defaultValue="Agent" fault={faults['name']} />
          <div className="grid gap-4 sm:grid-cols-3">
            <CreditsField
              required
              label="Credits per day"
              name="day"
              defaultValue={100}
              fault={faults['caps/day']}
            />
            <CreditsField
              required
              label="Credits in total"
              name="total"
              defaultValue={1_000}
              fault={faults['caps/total']}
            />
            <LifetimeField
              chosen={30}
              options={lifetimes.filter(([days]) => days > 0)}
              fault={faults['expiresAt']}
            />
          </div>
          {products.length > 0 && (
            <CheckField name="products" value={products.join(',')}>
              Only for calls of {products.join(', ')}
            </CheckField>
          )}
        </>
      )}
    </PersonForm>
  );
}

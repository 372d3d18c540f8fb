import Form from 'next/form';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { stateWords } from '../../lib/call/call-words.ts';
import { callStates } from '../../lib/receipt/receipt.ts';
import { callsAddress, type CallsView, isNarrowed, noFilter } from '../../lib/view/calls-view.ts';
import { ForRole } from '../members/for-role.tsx';

/** Writes the filter into the address, with or without scripts. */
export function CallsFilter({ view }: { view: CallsView }) {
  return (
    <Form
      action="/calls"
      role="search"
      aria-label="Calls"
      className="mt-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-4"
    >
      <Labelled label="Product">
        <input
          name="product"
          defaultValue={view.product}
          maxLength={200}
          placeholder="Track a parcel"
          className={`${field} placeholder:text-quiet`}
        />
      </Labelled>
      <Labelled label="API key">
        <input name="key" defaultValue={view.key} maxLength={200} className={field} />
      </Labelled>
      <Labelled label="Person">
        <input name="person" defaultValue={view.person} maxLength={200} className={field} />
      </Labelled>
      <Labelled label="Call or request id">
        <input
          name="id"
          defaultValue={view.id}
          maxLength={200}
          placeholder="call_…"
          className={`${field} placeholder:text-quiet`}
        />
      </Labelled>
      <Labelled label="Status">
        <select name="state" defaultValue={view.state} className={field}>
          <option value="">Any</option>
          {callStates.map((state) => (
            <option key={state} value={state}>
              {stateWords[state]}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled label="From (UTC)">
        <input type="date" name="from" defaultValue={view.from} className={field} />
      </Labelled>
      <Labelled label="To (UTC)">
        <input type="date" name="to" defaultValue={view.to} className={field} />
      </Labelled>
      <div className="flex h-11 items-center gap-4">
        <button type="submit" className="rounded-md border border-line px-4 py-2 hover:bg-sunk">
          Show
        </button>
        {isNarrowed(view) && (
          <Link
            href={callsAddress(noFilter)}
            className="py-1 text-sm text-accent underline-offset-4 hover:underline"
          >
            Show all
          </Link>
        )}
      </div>
    </Form>
  );
}

const field = 'block h-11 w-full min-w-0 rounded-md border border-line bg-card px-3';

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid min-w-0 gap-1 text-sm text-quiet">
      {label}
      <span className="text-base text-ink">{children}</span>
    </label>
  );
}

const tabs = [
  { href: '/calls', name: 'Made' },
  { href: '/calls/refused', name: 'Refused' },
];

interface CallsTabsProps {
  current: '/calls' | '/calls/refused';
  children: ReactNode;
}

/** A page of calls, with links to the others. */
export function CallsTabs({ current, children }: CallsTabsProps) {
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">Calls</h1>
      <ForRole verbs={['read-calls']}>
        <nav aria-label="Kinds of calls" className="mt-4 flex gap-6 border-b border-line">
          {tabs.map(({ href, name }) => (
            <Link
              key={href}
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="-mb-px border-b-2 border-transparent py-2 text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
            </Link>
          ))}
        </nav>
        {children}
      </ForRole>
    </>
  );
}

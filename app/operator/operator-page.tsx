import { operatorSections, type Section } from './sections.ts';
import { headers } from 'next/headers';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { Confirming } from '../../components/confirmation/use-confirmation.tsx';
import { ConsoleRail } from '../../components/operator/console-rail.tsx';
import { Toasts } from '../../components/shell/toast.tsx';
import { FollowPage } from '../../components/keys/follow-other-tabs.tsx';
import { callerIds } from '../../components/keys/session-options.ts';
import { guestSession } from '../../lib/account/session.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../../server/callers/caller.ts';
import type { Context } from '../../server/context.ts';
import { portal } from '../../server/doors/current-portal.ts';
import { findOperator, nameOfVisitor } from '../../server/pages/find-visitor.ts';
import { idsOf } from '../seeded.tsx';
import { forOperators } from '../../server/callers/find-audience.ts';
import { orderProducts } from '../../server/products/list-catalogue.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { mayDo, type OperatorVerb, rightSentence } from '../../server/rights.ts';
import { SignInLink } from '../../components/shell/header/sign-in-link.tsx';

interface Props {
  title: string;
  right: OperatorVerb;
  /** Fetches and renders the page, for a visitor who has the right. */
  children: (context: Context, caller: Caller) => Promise<ReactNode>;
}

/** A page of the console. Visitors who may not see it learn who may. */
export async function OperatorPage({ title, right, children }: Props) {
  const visitor = await findOperator(await headers());
  const sections = operatorSections.filter((section) => visitor && mayDo(visitor, section.right));
  const main = (
    <main className="@container w-full max-w-[77rem] min-w-0 px-4 pt-4 pb-12 text-sm rail:px-8 rail:pt-6 rail:pb-16">
      {visitor && mayDo(visitor, right) ? (
        <Confirming>
          <FollowPage caller={idsOf(visitor)} />
          <Toasts>{await orRefused(title, () => children(forOperators(portal().context), visitor))}</Toasts>
        </Confirming>
      ) : (
        <NotAllowed title={title} visitor={visitor} sentence={rightSentence(right)} />
      )}
    </main>
  );
  if (sections.length === 0) return main;
  const counts = await countsOf(sections);
  return (
    <div data-console className="rail:flex rail:min-h-[calc(100dvh-3.5rem-1px)]">
      <ConsoleRail
        sections={sections.map(({ right: _right, ...section }) => ({
          ...section,
          count: counts.get(section.href),
        }))}
      />
      {main}
    </div>
  );
}

/** Those that cost nothing: the order of all products is kept until something is published. */
async function countsOf(sections: readonly Section[]): Promise<Map<string, string>> {
  const products = '/operator/products';
  const counts = new Map<string, string>();
  const hasSection = (address: string) => sections.some(({ href }) => href === address);
  const { context } = portal();
  const open = hasSection('/operator/requests') ? await context.store.access.countOpen() : 0;
  if (open > 0) counts.set('/operator/requests', groupedNumber(open));
  if (!hasSection(products)) return counts;
  const wanted = { type: undefined, tag: [], q: undefined, sort: undefined };
  const all = await orderProducts(forOperators(context), { ...wanted, status: 'all' });
  return counts.set(products, groupedNumber(all.length));
}

async function orRefused(title: string, render: () => Promise<ReactNode>): Promise<ReactNode> {
  try {
    return await render();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'not-found') notFound();
    if (error.code === 'invalid-parameter')
      return <RefusedFilter title={title} sentence={`Invalid filter: ${error.detail}`} />;
    // The page is theirs, but not what it is filtered by.
    if (error.code === 'forbidden') return <RefusedFilter title={title} sentence={error.detail} />;
    throw error;
  }
}

/** An unfiltered list would pass for what was asked for. */
function RefusedFilter({ title, sentence }: { title: string; sentence: string }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p role="alert" className="mt-4 break-words">
        {sentence}
      </p>
      <p className="mt-4">
        <Link href="?" className="text-accent underline underline-offset-4">
          Show without a filter
        </Link>
      </p>
    </>
  );
}

interface NotAllowedProps {
  title: string;
  sentence: string;
  visitor: Caller | undefined;
}

async function NotAllowed({ title, sentence, visitor }: NotAllowedProps) {
  const name = await nameOfVisitor(visitor);
  const role = visitor?.person?.operatorRole ?? null;
  return (
    <>
      <FollowPage caller={visitor ? idsOf(visitor) : callerIds(guestSession)} />
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {name !== undefined && (
        <p className="mt-4 break-words">
          You are signed in as <strong>{name}</strong>
          {role === null ? ', without an operator role.' : `, with the role ${role}.`}
        </p>
      )}
      <p className="mt-4">{sentence}</p>
      <p className="mt-4">
        <SignInLink className="text-accent underline underline-offset-4">
          {name === undefined ? 'Sign in' : 'Sign in as somebody else'}
        </SignInLink>
      </p>
    </>
  );
}

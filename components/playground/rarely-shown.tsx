'use client';

import { useQuery } from '@tanstack/react-query';
import type { TermsToAccept } from '../../lib/account/terms.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { lazyPart } from '../lazy-boundary.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { AskApproval } from './ask-approval.tsx';

// What few calls need: the page of a product names one file for all of it.

/** It has a parser of Markdown. */
const TermsHelp = lazyPart(async () => (await import('../terms/accept-terms.tsx')).TermsHelp);

interface HelpProps {
  slug: string;
  /** What has to be accepted first; absent where an operator has to approve the account. */
  terms: TermsToAccept | undefined;
}

/** What can be done where every call of a product is refused. */
export function RefusalHelp({ slug, terms }: HelpProps) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  if (!terms) return <AskApproval slug={slug} />;
  return <TermsHelp terms={terms} isGuest={session?.kind === 'guest' && !session.person} />;
}

interface QuestionProps {
  close: () => void;
  act: () => Promise<void>;
}

/** Asks before an example is sent that may delete what it names. */
export function ExampleQuestion({ close, act }: QuestionProps) {
  const actOnce = () => {
    close();
    return act();
  };
  return (
    <Confirmation title="Call with the example?" action="Call" act={actOnce} close={close}>
      <p>The input is still the example. The request is a DELETE: it may delete what the example names.</p>
    </Confirmation>
  );
}

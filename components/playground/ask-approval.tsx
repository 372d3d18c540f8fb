'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApprovalList } from '../../lib/account/approvals.ts';
import { momentText } from '../../lib/text/times.ts';
import { useAction } from '../confirmation/use-action.ts';
import { isInNoAccount, sessionOptions } from '../keys/session-options.ts';
import { TextField, textOf } from '../people/fields.tsx';
import { approvalsQuery } from '../people/queries.ts';
import { usePortalFacts } from '../portal-facts.tsx';
import { FormDialog } from '../shell/confirmation.tsx';
import { SignInLink } from '../shell/header/sign-in-link.tsx';
import { creditsOptions } from './queries.ts';

/** What somebody can do whose account has no approval to call a product. */
export function AskApproval({ slug }: { slug: string }) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  if (isInNoAccount(session))
    return <p className="text-sm text-quiet">You belong to no account. Only accounts are approved.</p>;
  if (session?.kind === 'guest')
    return <SignInLink className="button">Sign in to ask for approval</SignInLink>;
  return <AskForAccount slug={slug} />;
}

/** Asks an operator that the account may call a product; once for each decision. */
function AskForAccount({ slug }: { slug: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { sendsMail } = usePortalFacts();
  const act = useAction({ queryKey: creditsOptions(slug).queryKey }, approvalsQuery);
  const { data, isPending } = useQuery(approvalsQuery);
  async function submit(fields: FormData) {
    await act('POST /api/approvals', { body: { product: slug, reason: textOf(fields, 'reason').trim() } });
    close();
  }
  if (isPending) return null;
  const last = data?.list.find(({ product }) => product.slug === slug);
  return (
    <div className="grid justify-items-start gap-3">
      {last && <LastRequest request={last} />}
      {last?.state !== 'open' && (
        <button type="button" onClick={() => setIsOpen(true)} className="with-script button">
          {last ? 'Ask again…' : 'Ask for approval…'}
        </button>
      )}
      {isOpen && (
        <FormDialog
          title="Ask to call this product"
          action="Ask for approval"
          submit={submit}
          close={close}
          about={
            <p className="text-sm text-quiet">
              An operator of the portal decides for your whole account. {whereDecided(sendsMail)}
            </p>
          }
        >
          {(faults) => (
            <TextField
              label="What you need it for"
              name="reason"
              maxLength={1_000}
              hint="Operators of the portal read it."
              fault={faults['reason']}
            />
          )}
        </FormDialog>
      )}
    </div>
  );
}

function whereDecided(sendsMail: boolean): string {
  return sendsMail ? 'You get the decision by email.' : 'The decision will be shown here.';
}

type Request = ApprovalList['list'][number];

/** What was asked, when, and what came of it. */
function LastRequest({ request }: { request: Request }) {
  const { sendsMail } = usePortalFacts();
  const { state, reason, askedAt, decidedAt, decision } = request;
  return (
    <div role="status" className="grid gap-1 border-l-2 border-line pl-3 text-sm break-words text-quiet">
      <p>
        Asked on {momentText(askedAt)} UTC: “{reason}”
      </p>
      {decidedAt === null ? (
        <p>
          <strong className="font-medium text-warn">Pending.</strong> An operator has not decided yet.{' '}
          {whereDecided(sendsMail)}
        </p>
      ) : (
        <p>
          <strong className="font-medium text-ink">{stateWords[state]}</strong> on {momentText(decidedAt)} UTC
          {decision !== null && `: “${decision}”`}
        </p>
      )}
    </div>
  );
}

const stateWords = {
  open: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} satisfies Record<Request['state'], string>;

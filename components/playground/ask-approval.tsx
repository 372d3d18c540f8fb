'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../confirmation/use-action.ts';
import { isInNoAccount, sessionOptions } from '../keys/session-options.ts';
import { TextField, textOf } from '../people/fields.tsx';
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

/** Asks an operator that the account may call a product. */
function AskForAccount({ slug }: { slug: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const act = useAction({ queryKey: creditsOptions(slug).queryKey });
  async function submit(fields: FormData) {
    await act('POST /api/approvals', { body: { product: slug, reason: textOf(fields, 'reason').trim() } });
    close();
  }
  return (
    <div>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button">
        Ask for approval…
      </button>
      {isOpen && (
        <FormDialog
          title="Ask to call this product"
          action="Ask for approval"
          submit={submit}
          close={close}
          about={
            <p className="text-sm text-quiet">
              An operator of the portal decides for your whole account. You get the decision by email.
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

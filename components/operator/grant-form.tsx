'use client';

import { countOf } from '../../lib/text/count-text.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { creditsOf } from '../../lib/text/typed-credits.ts';
import { CreditsField } from '../keys/key-field.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { textOf } from '../people/text-of.ts';
import { ReasonField } from './reason-field.tsx';
import { useChange } from './use-change.ts';

const answer = z.object({ available: z.number() });

/** Adds credits to an account, or takes some back. */
export function GrantForm({ accountId }: { accountId: string }) {
  const { change, made } = useChange();
  const [available, setAvailable] = useState<number | null>(null);
  async function submit(fields: FormData) {
    const credits = creditsOf(fields, 'credits');
    const wish = { accountId, credits, reason: textOf(fields, 'reason') };
    const granted = await change('/api/operator/grants', wish, answer);
    setAvailable(granted.available);
  }
  return (
    <>
      {/* Empty again after each grant. */}
      <PersonForm key={made} action="Add credits" submit={submit}>
        {(faults) => (
          <>
            <CreditsField
              label="Credits"
              name="credits"
              required
              inputMode="text"
              hint="Below 0, such as -20, takes credits back."
              fault={faults['credits']}
            />
            <ReasonField fault={faults['reason']} />
          </>
        )}
      </PersonForm>
      <p role="status" className="mt-2 text-sm text-good">
        {available !== null &&
          `Done. ${countOf(available, 'credit')} ${available === 1 ? 'is' : 'are'} available.`}
      </p>
    </>
  );
}

'use client';

import { useState } from 'react';
import * as z from 'zod/mini';
import type { SpendingLimits } from '../../lib/account/spending-limits.ts';
import { creditsOf } from '../../lib/text/typed-credits.ts';
import { CapFields } from '../keys/cap-fields.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { textOf } from '../people/text-of.ts';
import { ReasonField } from './reason-field.tsx';
import { useChange } from './use-change.ts';

/** Sets the spending limits of an account. */
export function CapForm({ accountId, limits }: { accountId: string; limits: SpendingLimits | null }) {
  const { change } = useChange();
  const [isSaved, setIsSaved] = useState(false);
  const caps = {
    day: limits?.day.cap ?? null,
    month: limits?.month.cap ?? null,
    total: limits?.total.cap ?? null,
  };
  async function submit(fields: FormData) {
    setIsSaved(false);
    const wish = {
      caps: {
        day: creditsOf(fields, 'day'),
        month: creditsOf(fields, 'month'),
        total: creditsOf(fields, 'total'),
      },
      reason: textOf(fields, 'reason'),
    };
    await change(`/api/operator/accounts/${accountId}/caps`, wish, z.unknown());
    setIsSaved(true);
  }
  return (
    <>
      {/* Begins again with the limits that were saved. */}
      <PersonForm key={`${caps.day} ${caps.month} ${caps.total}`} action="Save limits" submit={submit}>
        {(faults) => (
          <>
            <CapFields caps={caps} faults={faults} />
            <ReasonField fault={faults['reason']} />
          </>
        )}
      </PersonForm>
      <p role="status" className="mt-2 text-sm text-good">
        {isSaved && 'The limits are in force.'}
      </p>
    </>
  );
}

'use client';

import { useState } from 'react';
import { TextField, textOf } from '../../people/fields.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';

/** Opens the dialog that lets calls reach a private address. */
export function AllowAddress() {
  const [isOpen, setIsOpen] = useState(false);
  const { change } = useChange();
  const close = () => setIsOpen(false);
  async function submit(fields: FormData) {
    const address = textOf(fields, 'address').trim();
    const { reason = '' } = reasonOf(fields);
    await change('POST /api/operator/upstreams', { body: { address, reason } });
    close();
  }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-main">
        Allow an address…
      </button>
      {isOpen && (
        <FormDialog
          title="Allow a private address"
          action="Allow address"
          submit={submit}
          close={close}
          about={
            <p className="text-sm text-quiet">
              Everybody who publishes products can let them call it, and callers get its replies. It is
              reached by all portals from the next call on.
            </p>
          }
        >
          {(faults) => (
            <>
              <TextField
                label="Host or address, with its port"
                name="address"
                autoCapitalize="none"
                autoComplete="off"
                maxLength={300}
                hint="Such as api.internal:8080 or 10.1.2.3:8080."
                fault={faults['address']}
              />
              <ReasonField fault={faults['reason']} />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}

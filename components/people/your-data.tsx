'use client';

import { useConfirmed } from '../confirmation/use-action.ts';
import { DownloadButton } from '../download-button.tsx';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { ConfirmButton } from '../shell/confirmation.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { TextField, textOf } from './fields.tsx';

/** Lets people save what the portal stores of them, and erase themselves. */
export function YourData({ erased }: { erased: () => void }) {
  const confirmed = useConfirmed();
  return (
    <>
      <section aria-labelledby="data" className="mt-10">
        <h2 id="data" className="text-lg font-semibold">
          Your data
        </h2>
        <p className="text-sm text-quiet">
          Your profile, sessions, memberships, keys and calls, as one JSON file without secrets.
        </p>
        <div className="mt-3">
          <DownloadButton
            address="/api/person/export"
            fileName="farebox-data.json"
            label="Save your data"
            confirmed={confirmed}
          />
        </div>
      </section>
      <Erase erased={erased} />
    </>
  );
}

function Erase({ erased }: { erased: () => void }) {
  const confirmed = useConfirmed();
  const changeCaller = useChangeOfCaller({ stays: true });
  const act = (fields: FormData) => {
    const body = { email: textOf(fields, 'email') };
    return changeCaller(async () => {
      const session = await confirmed(() => becomePerson('POST /api/person/erasure', { body }));
      erased();
      return session;
    });
  };
  return (
    <section aria-labelledby="erase" className="mt-10">
      <h2 id="erase" className="text-lg font-semibold">
        Erase yourself
      </h2>
      <p className="text-sm text-quiet">
        Deletes your name, address, sessions, sign-in and the emails to you that are stored here, and revokes
        your API keys. Accounts in which you are the only member are closed. Credits, calls and receipts stay
        under a pseudonym. This cannot be undone.
      </p>
      <ConfirmButton
        label="Erase yourself …"
        className={`with-script mt-3 border-bad text-bad ${quietButton}`}
        title="Erase yourself?"
        action="Erase me for good"
        act={act}
        fields={(faults) => (
          <TextField
            label="Your email address"
            name="email"
            type="email"
            autoComplete="off"
            hint="To confirm that you mean it."
            fault={faults['email']}
          />
        )}
      >
        <p>
          You lose your sign-in, your API keys and the accounts in which you are the only member. This cannot
          be undone.
        </p>
      </ConfirmButton>
    </section>
  );
}

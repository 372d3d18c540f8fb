'use client';

import { useState } from 'react';
import { Danger, DangerZone } from '../parts/danger-zone.tsx';
import { DangerDialog } from '../parts/danger-button.tsx';
import { revocationOf } from './account-keys.tsx';

/** Last on the page of a key. */
export function KeyDanger({
  accountId,
  apiKey,
}: {
  accountId: string;
  apiKey: { id: string; label: string };
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DangerZone>
      <Danger
        title="Revoke the key"
        about="It stops working immediately, everywhere. Its calls and receipts stay. This cannot be undone."
      >
        <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-danger">
          Revoke…
        </button>
      </Danger>
      {isOpen && <DangerDialog {...revocationOf(accountId, apiKey)} close={() => setIsOpen(false)} />}
    </DangerZone>
  );
}

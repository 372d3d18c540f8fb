'use client';

import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { Alert } from '../../lib/account/alerts.ts';
import { alertWords } from '../../lib/view/alert-words.ts';
import { fetchJson } from '../fetch-json.ts';
import { Confirmation } from '../shell/confirmation.tsx';
import { alertsOptions } from './alerts-options.ts';

/** Asks before an alert is deleted. */
export function DeleteAlertDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const client = useQueryClient();
  async function act() {
    const { signal } = new AbortController();
    await fetchJson(`/api/alerts/${alert.id}`, z.undefined(), signal, { method: 'DELETE' });
    await client.invalidateQueries(alertsOptions());
    onClose();
  }
  return (
    <Confirmation title="Delete this alert?" action="Delete" act={act} close={onClose}>
      <p className="break-words">
        <strong>{alertWords(alert)}.</strong> Nobody is told of it any more.
      </p>
    </Confirmation>
  );
}

'use client';

import { useState } from 'react';
import type { Alert } from '../../lib/account/alerts.ts';
import { alertWords, reachedWords, toldWords } from '../../lib/view/alert-words.ts';
import { quietButton } from '../quiet-button.ts';
import { DeleteAlertDialog } from './delete-alert-dialog.tsx';

interface Props {
  alert: Alert;
  manages: boolean;
  takingWebhooks: number;
}

/** An alert, and when it was reached. */
export function AlertRow({ alert, manages, takingWebhooks }: Props) {
  const [deleting, setDeleting] = useState(false);
  const words = alertWords(alert);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-60 break-words">
        {words}
        <span className="block text-sm text-quiet tabular-nums">
          <span className={alert.isReached ? 'text-warn' : ''}>{reachedWords(alert)}</span>
          {` · ${toldWords(alert, takingWebhooks)}`}
        </span>
      </p>
      {manages && (
        <button
          type="button"
          onClick={() => setDeleting(true)}
          aria-label={`Delete the alert: ${words}`}
          className={`${quietButton} text-bad`}
        >
          Delete
        </button>
      )}
      {deleting && <DeleteAlertDialog alert={alert} onClose={() => setDeleting(false)} />}
    </li>
  );
}

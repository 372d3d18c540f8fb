'use client';

import { type ReactNode, useState } from 'react';
import { ProblemError } from '../problem-error.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import type { Confirmed } from './confirmed.ts';

interface Waiting {
  goOn: () => void;
  giveUp: (reason: Error) => void;
}

export interface Confirmation {
  confirmed: Confirmed;
  /** Belongs outside of any form, because it is one. */
  dialog: ReactNode;
}

/** For requests that move money, roles, secrets or exports. What was typed stays where it is meanwhile. */
export function useConfirmation(): Confirmation {
  const [waiting, setWaiting] = useState<Waiting>();
  const ask = () =>
    new Promise<void>((resolve, reject) => setWaiting({ goOn: resolve, giveUp: reject })).finally(() =>
      setWaiting(undefined),
    );
  async function confirmed<Result>(send: () => Promise<Result>): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'confirmation-required') throw error;
    }
    await ask();
    return send();
  }
  const dialog = waiting && (
    <ConfirmationDialog
      onConfirmed={waiting.goOn}
      onClose={() => waiting.giveUp(new Error('Nothing was changed: you did not confirm that it is you.'))}
    />
  );
  return { confirmed, dialog };
}

'use client';

import { type ReactNode, useState } from 'react';
import { ProblemError } from '../problem-error.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import type { Confirmed } from './confirmed.ts';

/** Loaded when it is needed: most visits to a page change nothing. */
const ConfirmationDialog = lazyPart(
  async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
);

interface Waiting {
  goOn: () => void;
  giveUp: (reason: Error) => void;
}

export interface Confirmation {
  confirmed: Confirmed;
  /** Belongs outside of any form, because it is one. */
  dialog: ReactNode;
}

/** A browser that signed in with a key cannot confirm here: the error asks for the key again. */
const isForPerson = (error: unknown) =>
  error instanceof ProblemError &&
  error.problem.code === 'confirmation-required' &&
  error.problem.confirmation === '/api/session/confirmation';

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
      if (!isForPerson(error)) throw error;
    }
    await ask();
    return send();
  }
  const giveUp = () => waiting?.giveUp(new Error('Nothing was changed: you did not confirm that it is you.'));
  const dialog = waiting && (
    <LazyBoundary what="The question who you are" close={giveUp}>
      <ConfirmationDialog onConfirmed={waiting.goOn} onClose={giveUp} />
    </LazyBoundary>
  );
  return { confirmed, dialog };
}

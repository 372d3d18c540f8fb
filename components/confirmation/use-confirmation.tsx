'use client';

import { type ReactNode, useState } from 'react';
import { ProblemError } from '../problem-error.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { Asking } from './use-action.ts';

/** Loaded when it is needed: most visits to a page change nothing. */
const ConfirmationDialog = lazyPart(
  async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
);

interface Waiting {
  goOn: () => void;
  giveUp: (reason: Error) => void;
}

/** A browser that signed in with a key cannot confirm here: the error asks for the key again. */
const isForPerson = (error: unknown) =>
  error instanceof ProblemError &&
  error.problem.code === 'confirmation-required' &&
  error.problem.confirmation === '/api/session/confirmation';

/** Asks who it is for all that is changed within. What was typed stays where it is meanwhile. */
export function Confirming({ children }: { children: ReactNode }) {
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
  return (
    <Asking value={confirmed}>
      {children}
      {waiting && (
        <LazyBoundary what="The confirmation" close={giveUp}>
          <ConfirmationDialog onConfirmed={waiting.goOn} onClose={giveUp} />
        </LazyBoundary>
      )}
    </Asking>
  );
}

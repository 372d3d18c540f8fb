'use client';

import { useState } from 'react';
import type { Given, Route } from '../fetch-json.ts';
import { messageOf } from '../problem-error.ts';
import { quietButton } from '../shell/buttons.tsx';
import { useChange } from './use-change.ts';

/** A button that makes a change at once, such as one that can be undone by the same button. */
export function ChangeButton<Asked extends Route>({
  label,
  about,
  route,
  ...given
}: {
  label: string;
  /** What it changes, for screen readers. */
  about: string;
  route: Asked;
} & Pick<Given<Asked>, 'params' | 'body'>) {
  const { change } = useChange();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function act() {
    setIsPending(true);
    setFailure(null);
    try {
      await change(route, given);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setIsPending(false);
  }
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        onClick={() => void act()}
        className={`with-script ${quietButton}`}
      >
        {label}
        <span className="sr-only"> {about}</span>
      </button>
      {failure !== null && (
        <span role="alert" className="block text-sm text-bad">
          {failure}
        </span>
      )}
    </>
  );
}

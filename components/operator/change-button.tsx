'use client';

import { useMutation } from '@tanstack/react-query';
import type { Given, Route } from '../fetch-json.ts';
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
  const { mutate, isPending, error } = useMutation({ mutationFn: () => change(route, given) });
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        onClick={() => mutate()}
        className={`with-script ${quietButton}`}
      >
        {label}
        <span className="sr-only"> {about}</span>
      </button>
      {error && (
        <span role="alert" className="block text-sm text-bad">
          {error.message}
        </span>
      )}
    </>
  );
}

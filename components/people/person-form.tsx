'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ProblemError } from '../problem-error.ts';
import { useCloseDialog } from '../shell/modal.tsx';

interface Props {
  /** The label of the button. */
  action: string;
  /** Names the form where its label changes with what is typed. */
  formAction?: string;
  submit: (fields: FormData) => Promise<unknown>;
  /** Whether it cannot be undone. */
  isDanger?: boolean;
  /** The fields. `faults` are the server's sentences for them, by name. */
  children: (faults: Record<string, string>) => ReactNode;
}

/** A short form, such as that to sign in. A fault of a field is next to it, and any other below. */
export function PersonForm({ action, formAction, submit, isDanger = false, children }: Props) {
  const close = useCloseDialog();
  const submitting = useMutation({ mutationFn: submit });
  const [mended, setMended] = useState<readonly string[]>([]);
  const allFaults = faultsOf(submitting.error);
  const faults = Object.fromEntries(Object.entries(allFaults).filter(([name]) => !mended.includes(name)));
  const mend = (control: HTMLElement) => {
    const ofControl = Object.keys(faults).filter((name) => isOf(name, control));
    if (ofControl.length > 0) setMended([...mended, ...ofControl]);
  };
  const isOfField = Object.keys(allFaults).some((name) => name !== '' && name !== 'token');
  return (
    <form
      method="post"
      aria-busy={submitting.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setMended([]);
        submitting.mutate(new FormData(event.currentTarget));
      }}
      onInput={({ target }) => target instanceof HTMLElement && mend(target)}
      // A field says what is wrong with it now: what was refused before is no longer what is filled in.
      onInvalidCapture={() => submitting.reset()}
      onClick={({ target }) => target instanceof HTMLButtonElement && mend(target)}
      className="mt-6 grid gap-4 rounded-md border border-line bg-card p-4 sm:p-6 in-[dialog]:mt-4 in-[dialog]:border-0 in-[dialog]:bg-transparent in-[dialog]:p-0 sm:in-[dialog]:p-0"
    >
      {children(faults)}
      {submitting.error && !isOfField && (
        <p role="alert" className="text-sm text-bad">
          {submitting.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-3 in-[dialog]:justify-end">
        {close && (
          <button type="button" onClick={close} className="button">
            Cancel
          </button>
        )}
        <button
          type="submit"
          data-action={formAction}
          disabled={submitting.isPending}
          className={`button ${isDanger ? 'button-danger-filled' : 'button-main'}`}
        >
          {action}
        </button>
      </div>
    </form>
  );
}

/** A fault is of the control that it names, or of the group around it: those of `caps/day` are `day` and `caps`. */
function isOf(fault: string, control: HTMLElement): boolean {
  const name = control.getAttribute('name');
  const group = control.closest('fieldset')?.name;
  const [first, last] = [fault.split('/')[0], fault.split('/').at(-1)];
  return name === null ? first === group : last === name || fault === group;
}

function faultsOf(error: Error | null): Record<string, string> {
  if (!(error instanceof ProblemError)) return {};
  const errors = error.problem.errors ?? [];
  return Object.fromEntries(errors.map(({ pointer = '', detail }) => [pointer.slice(1), detail]));
}

'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { allowedByOwners } from '../../../lib/operator/private-address.ts';
import { credentialPage } from '../../../lib/view/credential-page.ts';
import { useAction } from '../../confirmation/use-action.ts';
import type { Given, Route, AnswerOf } from '../../fetch-json.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { ProblemError } from '../../problem-error.ts';
import { quietButton } from '../../shell/buttons.tsx';

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
          <Refusal error={error} />
        </span>
      )}
    </>
  );
}

/** Why a change was refused. A missing credential is set on its page: the sentence says how without the console. */
export function Refusal({ error }: { error: Error }) {
  const name = error instanceof ProblemError ? error.problem.credential : undefined;
  if (name === undefined) return <MayAllow text={error.message} />;
  return (
    <>
      <span className="block break-words">{name} is missing.</span>
      <Link href={credentialPage(name)} className={`mt-1 ${quietButton}`}>
        Set credential<span className="sr-only"> {name}</span>
      </Link>
    </>
  );
}

/** A message. Of a private address that an owner can allow, with the way there. */
export function MayAllow({ text }: { text: string }) {
  if (!text.includes(allowedByOwners)) return text;
  return (
    <>
      <span className="block break-words">{text}</span>
      <Link href="/operator/upstreams" className={`mt-1 ${quietButton}`}>
        Private addresses
      </Link>
    </>
  );
}

/** Why something is changed, for the audit log. `hint`: who else reads it. */
export function ReasonField({
  fault,
  isOptional = false,
  hint = 'Recorded in the audit log.',
}: {
  fault: string | undefined;
  isOptional?: boolean;
  hint?: string;
}) {
  return (
    <TextField
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      name="reason"
      required={!isOptional}
      maxLength={500}
      hint={hint}
      fault={fault}
    />
  );
}

/** The reason in a form; absent if nothing was written. */
export function reasonOf(fields: FormData): { reason?: string } {
  const reason = textOf(fields, 'reason').trim();
  return reason === '' ? {} : { reason };
}

interface Change {
  /** Makes a change, and shows the page as it is after it. */
  change<Asked extends Route>(route: Asked, given: Given<Asked>): Promise<AnswerOf<Asked>>;
  /** How many were made: the key of a form that is empty again after each. */
  made: number;
}

export function useChange(): Change {
  const router = useRouter();
  const act = useAction();
  const [made, setMade] = useState(0);
  return {
    made,
    change(route, given) {
      const answer = act(route, given);
      // Of a lost answer the page shows whether it was done.
      void answer.catch(() => router.refresh());
      return answer.then(() => {
        router.refresh();
        setMade((count) => count + 1);
        return answer;
      });
    },
  };
}

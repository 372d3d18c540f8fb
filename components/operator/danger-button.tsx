'use client';

import type { ReactNode } from 'react';
import type { AnswerOf, Given, Route } from '../fetch-json.ts';
import { ConfirmButton } from '../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from './change-button.tsx';

interface Props<Asked extends Route> {
  /** What it does: `Suspend`. The button that opens the dialog ends in three dots. */
  action: string;
  /** What it is done to, for screen readers. */
  about?: string;
  title: string;
  route: Asked;
  params: NonNullable<Given<Asked>['params']>;
  body?: object;
  isReasonOptional?: boolean;
  /** Typed before data is lost. */
  nameToType?: string;
  onDone?: (answer: AnswerOf<Asked>) => void;
  /** What happens to whom. */
  children: ReactNode;
}

/** A change that cannot be undone, or that stops somebody’s work: it always asks, and takes a reason. */
export function DangerButton<Asked extends Route>({
  action,
  about,
  route,
  params,
  body,
  isReasonOptional = false,
  onDone,
  ...question
}: Props<Asked>) {
  const { change } = useChange();
  const act = (fields: FormData) =>
    change(route, { params, body: { ...body, ...reasonOf(fields) } }).then(onDone);
  return (
    <ConfirmButton
      label={
        <>
          {action} …{about !== undefined && <span className="sr-only"> {about}</span>}
        </>
      }
      className="with-script min-h-7 rounded-md border border-bad px-2.5 py-0.5 text-sm text-bad hover:bg-sunk"
      action={action}
      act={act}
      fields={(faults) => <ReasonField fault={faults['reason']} isOptional={isReasonOptional} />}
      {...question}
    />
  );
}

'use client';

import { type ReactNode, useState } from 'react';
import type { AnswerOf, Given, Route } from '../../fetch-json.ts';
import { Confirmation } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from './change-button.tsx';

interface Props<Asked extends Route> {
  /** What it does: `Suspend`. The button that opens the dialog ends in three dots. */
  action: string;
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
  about,
  ...question
}: Props<Asked> & {
  /** What it is done to, for screen readers. */
  about?: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="with-script button button-small text-bad"
      >
        {question.action}…{about !== undefined && <span className="sr-only"> {about}</span>}
      </button>
      {isOpen && <DangerDialog {...question} close={() => setIsOpen(false)} />}
    </>
  );
}

/** The dialog alone, for an item of a menu that opens it. */
export function DangerDialog<Asked extends Route>({
  route,
  params,
  body,
  isReasonOptional = false,
  onDone,
  ...question
}: Props<Asked> & { close: () => void }) {
  const { change } = useChange();
  const act = (fields: FormData) =>
    change(route, { params, body: { ...body, ...reasonOf(fields) } }).then(onDone);
  return (
    <Confirmation
      act={act}
      fields={(faults) => <ReasonField fault={faults['reason']} isOptional={isReasonOptional} />}
      {...question}
    />
  );
}

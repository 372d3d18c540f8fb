'use client';

import { useState } from 'react';
import { fetchJson } from '../fetch-json.ts';
import { Failure } from '../load-error.tsx';
import { messageOf } from '../problem-error.ts';
import { quietButton } from '../shell/buttons.tsx';
import { useConfirmed } from '../confirmation/use-action.ts';

/** The text of a mail, which an operator asks for: the audit log notes it. */
export function MailText({ id }: { id: string }) {
  const confirmed = useConfirmed();
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<string>();
  async function show() {
    try {
      const params = { mail_id: id };
      setText((await confirmed(() => fetchJson('GET /api/operator/mails/{mail_id}', { params }))).text);
    } catch (error) {
      setFailure(messageOf(error));
    }
  }
  if (text !== undefined)
    return (
      <pre className="mt-6 rounded-md border border-line bg-card p-4 font-mono text-sm break-words whitespace-pre-wrap">
        {text}
      </pre>
    );
  return (
    <div className="mt-6">
      <button type="button" onClick={() => void show()} className={`with-script ${quietButton}`}>
        Show the text
      </button>
      <p className="mt-2 text-sm text-quiet">
        It may have a link or code that signs in. The audit log notes it.
      </p>
      <Failure of={failure} />
    </div>
  );
}

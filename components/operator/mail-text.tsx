'use client';

import { useMutation } from '@tanstack/react-query';
import { fetchJson } from '../fetch-json.ts';
import { Failure } from '../load-error.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { useConfirmed } from '../confirmation/use-action.ts';

/** The text of a mail, which an operator asks for: the audit log notes it. */
export function MailText({ id }: { id: string }) {
  const confirmed = useConfirmed();
  const params = { mail_id: id };
  const { mutate, data, error } = useMutation({
    mutationFn: () => confirmed(() => fetchJson('GET /api/operator/mails/{mail_id}', { params })),
  });
  if (data)
    return (
      <pre className="mt-6 rounded-md border border-line bg-card p-4 font-mono text-sm break-words whitespace-pre-wrap">
        {data.text}
      </pre>
    );
  return (
    <div className="mt-6">
      <button type="button" onClick={() => mutate()} className={`with-script ${quietButton}`}>
        Show the text
      </button>
      <p className="mt-2 text-sm text-quiet">
        It may have a link or code that signs someone in. Showing it is recorded in the audit log.
      </p>
      <Failure of={error} />
    </div>
  );
}

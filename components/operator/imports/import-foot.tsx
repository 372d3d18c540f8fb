'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { useAction } from '../../confirmation/use-action.ts';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf } from '../parts/change-button.tsx';
import { importKey } from './import-options.ts';

interface Props {
  id: string;
  document: NonNullable<ImportDetail['document']>;
  /** Whether drafts were created before: what comes next is to put them online. */
  hasDrafts: boolean;
}

/** What will be published, and the buttons that do it. */
export function ImportFoot({ id, document, hasDrafts }: Props) {
  const [asks, setAsks] = useState(false);
  const act = useAction({ queryKey: importKey(id) });
  const chosen = document.groups.reduce((sum, group) => sum + group.chosen, 0);
  const missing = document.credentials.filter(({ isMissing }) => isMissing).length;
  const publish = (body: { online: boolean; reason?: string }) =>
    act('POST /api/operator/imports/{import_id}/products', { params: { import_id: id }, body });
  const drafts = useMutation({ mutationFn: () => publish({ online: false }) });
  const online = `Put ${groupedNumber(chosen)} online`;
  return (
    <div
      data-bar
      className="no-print sticky bottom-0 z-10 mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-paper py-3"
    >
      <p role="status" className="text-sm">
        <strong>{countOf(chosen, 'operation')} chosen</strong>
        {missing > 0 && <span className="text-warn"> · {countOf(missing, 'credential')} missing</span>}
      </p>
      {drafts.error && (
        <p role="alert" className="text-sm text-bad">
          {drafts.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <button
          type="button"
          disabled={chosen === 0 || drafts.isPending}
          onClick={() => setAsks(true)}
          className={`with-script button max-sm:flex-1 ${hasDrafts ? 'button-main' : ''}`}
        >
          {online} …
        </button>
        <button
          type="button"
          disabled={chosen === 0 || drafts.isPending}
          onClick={() => drafts.mutate()}
          className={`with-script button max-sm:flex-1 ${hasDrafts ? '' : 'button-main'}`}
        >
          Create {countOf(chosen, 'draft')}
        </button>
      </div>
      {asks && (
        <FormDialog
          title={`${online}?`}
          action={online}
          submit={(fields) => publish({ online: true, ...reasonOf(fields) })}
          close={() => setAsks(false)}
          about={<About missing={missing} />}
        >
          {(faults) => <ReasonField fault={faults['reason']} isOptional />}
        </FormDialog>
      )}
    </div>
  );
}

function About({ missing }: { missing: number }) {
  return (
    <>
      <p>
        They are listed at once, and callers pay their prices. What is online already changes at once, too;
        its price stays unless you typed another.
      </p>
      {missing > 0 && (
        <p>What needs a credential that is missing stays offline, and its row names the credential.</p>
      )}
    </>
  );
}

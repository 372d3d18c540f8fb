'use client';

import { useMutation } from '@tanstack/react-query';
import { fetchParts } from '../download-button.tsx';
import { saveBlob } from '../browser.ts';
import { useConfirmed } from '../confirmation/use-action.ts';

/** Saves the whole audit log, so that its hashes and signatures can be verified without the portal. */
export function AuditExport() {
  const confirmed = useConfirmed();
  async function save() {
    const { parts } = await fetchParts('/api/operator/audit/export?pageSize=10000', confirmed);
    saveBlob(new Blob(parts), 'farebox-audit.jsonl');
  }
  const saving = useMutation({ mutationFn: save });
  return (
    <>
      <button
        type="button"
        disabled={saving.isPending}
        onClick={() => saving.mutate()}
        title="All entries as JSON Lines, which farebox verify audit checks"
        className="with-script button"
      >
        Save for verification
      </button>
      {saving.error && (
        <p role="alert" className="basis-full text-right text-dense text-bad">
          {saving.error.message}
        </p>
      )}
    </>
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { fetchResponse } from '../download-button.tsx';
import { saveBlob } from '../browser.ts';
import { useConfirmed } from '../confirmation/use-action.ts';

/** Saves the whole audit log, so that its hashes and signatures can be verified without the portal. */
export function AuditExport() {
  const confirmed = useConfirmed();
  async function save() {
    const parts: Blob[] = [];
    let address: string | undefined = '/api/operator/audit/export?pageSize=10000';
    while (address !== undefined) {
      const from: string = address;
      const { blob, next } = await confirmed(() => fetchPart(from));
      parts.push(blob);
      address = next;
    }
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

/** A part of a file, and the address of the next one. */
async function fetchPart(address: string): Promise<{ blob: Blob; next: string | undefined }> {
  const response = await fetchResponse(address);
  const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  return { blob: await response.blob(), next };
}

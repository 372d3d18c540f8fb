'use client';

import { useMutation } from '@tanstack/react-query';
import { fetchResponse } from '../download-button.tsx';
import { saveBlob } from '../browser.ts';
import { quietButton } from '../shell/buttons.tsx';
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
    <p className="with-script mt-4 flex flex-wrap items-center gap-3 text-sm text-quiet">
      <button
        type="button"
        disabled={saving.isPending}
        onClick={() => saving.mutate()}
        className={quietButton}
      >
        Save for verification
      </button>
      {saving.error ? (
        <span role="alert" className="text-bad">
          {saving.error.message}
        </span>
      ) : (
        <span>
          All entries as JSON Lines. <code>farebox verify audit</code> checks them.
        </span>
      )}
    </p>
  );
}

/** A part of a file, and the address of the next one. */
async function fetchPart(address: string): Promise<{ blob: Blob; next: string | undefined }> {
  const response = await fetchResponse(address);
  const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  return { blob: await response.blob(), next };
}

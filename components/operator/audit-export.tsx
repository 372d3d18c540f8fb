'use client';

import { useState } from 'react';
import { fetchResponse } from '../download-button.tsx';
import { messageOf } from '../problem-error.ts';
import { saveBlob } from '../save-blob.ts';
import { quietButton } from '../shell/buttons.tsx';
import { useConfirmed } from '../confirmation/use-action.ts';

/** Saves the whole audit log, so that its hashes and signatures can be verified without the portal. */
export function AuditExport() {
  const confirmed = useConfirmed();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  async function save() {
    setFailure(null);
    setSaving(true);
    try {
      const parts: Blob[] = [];
      let address: string | undefined = '/api/operator/audit/export?pageSize=10000';
      while (address !== undefined) {
        const from: string = address;
        const { blob, next } = await confirmed(() => fetchPart(from));
        parts.push(blob);
        address = next;
      }
      saveBlob(new Blob(parts), 'farebox-audit.jsonl');
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }
  return (
    <p className="with-script mt-4 flex flex-wrap items-center gap-3 text-sm text-quiet">
      <button type="button" disabled={isSaving} onClick={() => void save()} className={quietButton}>
        Save for verification
      </button>
      {failure === null ? (
        <span>
          All entries as JSON Lines. <code>farebox verify audit</code> checks them.
        </span>
      ) : (
        <span role="alert" className="text-bad">
          {failure}
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

'use client';

import { type MouseEvent, useState } from 'react';
import { fetchFile } from '../download-button.tsx';
import { messageOf } from '../problem-error.ts';
import { quietButton } from '../shell/buttons.tsx';
import { saveBlob } from '../save-blob.ts';
import { useConfirmed } from '../confirmation/use-action.ts';

/** Saves a list. Without script it is a link. */
export function CsvLink({ address, fileName }: { address: string; fileName: string }) {
  const confirmed = useConfirmed();
  const [failure, setFailure] = useState<string | null>(null);
  async function save(event: MouseEvent) {
    event.preventDefault();
    setFailure(null);
    try {
      saveBlob(await confirmed(() => fetchFile(address)), fileName);
    } catch (error) {
      setFailure(messageOf(error));
    }
  }
  return (
    <span className="flex flex-wrap items-center gap-3">
      {failure !== null && (
        <span role="alert" className="text-sm text-bad">
          {failure}
        </span>
      )}
      <a href={address} download={fileName} onClick={(event) => void save(event)} className={quietButton}>
        Save as CSV
      </a>
    </span>
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../download-button.tsx';
import { downloadIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { saveBlob } from '../../browser.ts';
import { useConfirmed } from '../../confirmation/use-action.ts';

/** Saves a list. Without script it is a link. */
export function CsvLink({ address, fileName }: { address: string; fileName: string }) {
  const confirmed = useConfirmed();
  const { mutate, error } = useMutation({
    mutationFn: async () => saveBlob(await confirmed(() => fetchFile(address)), fileName),
  });
  return (
    <span className="flex flex-wrap items-center gap-3">
      {error && (
        <span role="alert" className="text-sm text-bad">
          {error.message}
        </span>
      )}
      <a
        href={address}
        download={fileName}
        onClick={(event) => {
          event.preventDefault();
          mutate();
        }}
        className="button in-[header]:max-rail:w-full in-[section]:button-small"
      >
        <Icon path={downloadIcon} />
        Save as CSV
      </a>
    </span>
  );
}

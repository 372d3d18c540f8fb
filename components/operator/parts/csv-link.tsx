'use client';

import { useMutation } from '@tanstack/react-query';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { fetchParts } from '../../download-button.tsx';
import { downloadIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { saveBlob } from '../../browser.ts';
import { useConfirmed } from '../../confirmation/use-action.ts';

/** A part has a thousand rows. Whoever needs more filters the list first. */
const mostParts = 100;

/** Saves a whole list. Without script it is a link to its first part. */
export function CsvLink({ address, fileName }: { address: string; fileName: string }) {
  const confirmed = useConfirmed();
  const { mutate, error, data, isPending } = useMutation({
    mutationFn: async () => {
      const { parts, next } = await fetchParts(address, confirmed, mostParts);
      saveBlob(await joined(parts), fileName);
      return { isWhole: next === undefined };
    },
  });
  return (
    <span className="flex flex-wrap items-center gap-3">
      {error && (
        <span role="alert" className="text-sm text-bad">
          {error.message}
        </span>
      )}
      {data?.isWhole === false && (
        <span role="status" className="text-sm text-warn">
          Only the beginning is saved: {groupedNumber(mostParts)} parts of 1,000 rows. Filter the list.
        </span>
      )}
      <a
        href={address}
        download={fileName}
        onClick={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
        className="button in-[header]:max-rail:w-full in-[section]:button-small"
      >
        <Icon path={downloadIcon} />
        {isPending ? 'Saving…' : 'Save as CSV'}
      </a>
    </span>
  );
}

/** Each part begins with the titles of the columns. */
async function joined([first, ...others]: Blob[]): Promise<Blob> {
  const texts = await Promise.all(others.map((part) => part.text()));
  return new Blob([first ?? '', ...texts.map((text) => text.slice(text.indexOf('\n') + 1))], {
    type: 'text/csv',
  });
}

import { use } from 'react';
import { sizeText } from '../../lib/text/numbers.ts';
import { headOf } from './blob-contents.ts';

/** The first bytes of a reply in hexadecimal. */
export function BytesViewer({ blob }: { blob: Blob }) {
  const head = use(headOf(blob));
  return (
    <div className="p-4">
      <div
        role="region"
        aria-label="Bytes of the reply"
        tabIndex={0}
        className="max-h-120 overflow-auto rounded-md bg-sunk p-3"
      >
        <table className="font-mono text-xs leading-6">
          <caption className="sr-only">Offset, bytes and characters</caption>
          <tbody>
            {hexRows(head).map(({ offset, bytes, text }) => (
              <tr key={offset}>
                <th scope="row" className="pr-4 text-left font-normal text-quiet">
                  {offset}
                </th>
                <td className="pr-4 whitespace-pre">{bytes}</td>
                <td className="whitespace-pre text-quiet">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {blob.size > head.length && (
        <p className="mt-2 text-sm text-quiet">
          The first {sizeText(head.length)} of {sizeText(blob.size)}. The download has all of it.
        </p>
      )}
    </div>
  );
}

export interface HexRow {
  offset: string;
  bytes: string;
  text: string;
}

const bytesInRow = 16;

/** Bytes as rows of sixteen, with their characters. */
export function hexRows(bytes: Uint8Array): HexRow[] {
  const rows: HexRow[] = [];
  for (let start = 0; start < bytes.length; start += bytesInRow) {
    const row = [...bytes.subarray(start, start + bytesInRow)];
    rows.push({
      offset: start.toString(16).padStart(8, '0'),
      bytes: row.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: row.map((byte) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join(''),
    });
  }
  return rows;
}

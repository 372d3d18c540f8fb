'use client';

import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { use, useMemo, useState } from 'react';
import { essence } from '../../lib/operation/media-type.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { quietButton } from '../shell/buttons.tsx';
import { Notice } from './reply-notice.tsx';
import { TextLines } from './text-viewer.tsx';

const mostRows = 2_000;
const mostColumns = 60;
const rowsAtATime = 200;
/** Only this much of the text is parsed. */
const mostCharacters = 1024 * 1024;
const longestCell = 300;

export function TableViewer({ content, contentType }: { content: Promise<string>; contentType: string }) {
  const text = use(content);
  const read = useMemo(() => readRows(text, contentType), [text, contentType]);
  if (read instanceof CsvError) {
    return (
      <>
        <Notice>This table cannot be read: {read.message}</Notice>
        <TextLines text={text} />
      </>
    );
  }
  return <Table rows={read} isPart={read.length > mostRows || text.length > mostCharacters} />;
}

function Table({ rows: [head = [], ...rows], isPart }: { rows: string[][]; isPart: boolean }) {
  const [shown, setShown] = useState(rowsAtATime);
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: Math.min(width, mostColumns) }, (_, index) => index);
  return (
    <div className="p-4">
      <div
        role="region"
        aria-label="Table of the reply"
        tabIndex={0}
        className="max-h-120 overflow-auto rounded-md border border-line"
      >
        <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="sticky top-0 border-b border-line bg-sunk px-3 py-1.5 text-left font-medium whitespace-nowrap"
                >
                  <Cell text={head[column] ?? ''} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td
                    key={column}
                    className="border-b border-line px-3 py-1 align-top whitespace-nowrap in-[tr:last-child]:border-b-0"
                  >
                    <Cell text={row[column] ?? ''} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-3 text-sm text-quiet tabular-nums">
        {summary(Math.min(shown, rows.length), rows.length, isPart, width)}
        {shown < rows.length && (
          <button type="button" className={quietButton} onClick={() => setShown(shown + rowsAtATime)}>
            Show more
          </button>
        )}
      </p>
    </div>
  );
}

function Cell({ text }: { text: string }) {
  const short = text.length > longestCell ? `${text.slice(0, longestCell)}…` : text;
  return (
    <span className="block max-w-80 truncate" title={short}>
      {short}
    </span>
  );
}

function summary(shown: number, rows: number, isPart: boolean, width: number): string {
  const all = `${groupedNumber(rows)}${isPart ? ' or more' : ''} ${rows === 1 ? 'row' : 'rows'}`;
  const counted = shown < rows || isPart ? `${groupedNumber(shown)} of ${all}` : all;
  return width > mostColumns ? `${counted}, ${mostColumns} of ${width} columns.` : `${counted}.`;
}

function readRows(text: string, contentType: string): string[][] | CsvError {
  try {
    return parse(text.slice(0, mostCharacters), {
      bom: true,
      delimiter: csvDelimiter(text, essence(contentType)),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // The last row of a cut text may be incomplete.
      skip_records_with_error: text.length > mostCharacters,
      to: mostRows + 1,
    });
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

const candidates = [',', ';', '\t', '|'];

/** The most common delimiter in the first line, outside of quotes. */
export function csvDelimiter(text: string, mediaType: string): string {
  if (mediaType === 'text/tab-separated-values') return '\t';
  const [firstLine = ''] = text.slice(0, 10_000).split(/\r|\n/, 1);
  const plain = firstLine.replace(/"[^"]*"/g, '');
  const counts = candidates.map((candidate) => plain.split(candidate).length);
  return candidates[counts.indexOf(Math.max(...counts))] ?? ',';
}

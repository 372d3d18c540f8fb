import type { ReactNode } from 'react';
import { fileTextSize } from '../../lib/operation/file-text.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { SchemaRow } from '../../lib/operation/schema-row.ts';
import { sizeText } from '../../lib/text/numbers.ts';
import { Markdown } from '../markdown.tsx';

interface Rows {
  label: string;
  rows: SchemaRow[];
  /** The prefix of the anchors of these rows. */
  path: string;
  depth?: number;
}

/** Rows and levels that are open at first. */
const shownAtOnce = 6;
const shownDepth = 2;

/**
 * A table of fields with nested tables. On a wide screen the columns of all levels line up, because the first column
 * shrinks by the indentation; on a narrow one, each row is a paragraph.
 */
export function SchemaTable({ label, rows, path, depth = 0 }: Rows) {
  return (
    <table aria-label={label} className="block w-full text-sm lg:table lg:table-fixed">
      <colgroup>
        <col style={{ width: `${15 - depth * 1.25}rem` }} />
        <col className="w-32" />
        <col />
        <col className="w-52" />
        <col className="w-36" />
      </colgroup>
      <thead className={`sr-only ${depth === 0 ? 'lg:not-sr-only lg:table-header-group' : ''}`}>
        <tr className="text-left text-xs text-quiet">
          {['Name', 'Type', 'Description', 'Constraints', 'Default'].map((heading) => (
            <th key={heading} scope="col" className="pr-4 pb-2 font-normal">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {rows.map((row, index) => (
          <Row
            key={`${row.name} ${index}`}
            row={row}
            path={`${path}.${row.name.replaceAll(/\s/g, '-')}`}
            depth={depth}
          />
        ))}
      </tbody>
    </table>
  );
}

const cell = 'min-w-0 wrap-anywhere lg:pt-2.5 lg:pb-1.5 lg:pr-4 lg:align-baseline';
/** An empty cell is hidden in a paragraph, and keeps its column for screen readers. */
const figures = `${cell} text-xs text-quiet empty:absolute lg:empty:static`;

function Row({ row, path, depth }: { row: SchemaRow; path: string; depth: number }) {
  const { name, type, required, description, facts, rows } = row;
  return (
    <>
      <tr
        id={path}
        className="flex scroll-mt-6 flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line pt-3 pb-2 target:bg-accent-soft lg:table-row"
      >
        <th scope="row" className={`text-left font-medium ${cell}`}>
          <a href={`#${path}`} className="inline-block py-0.5 font-mono hover:underline">
            {name}
          </a>
        </th>
        <td className={`text-xs text-quiet ${cell}`}>
          {type}
          {required && <span className="font-medium text-accent lg:block"> required</span>}
        </td>
        <td className={`basis-full empty:absolute lg:empty:static ${cell}`}>
          {description && <Markdown text={description} />}
          {isTelling(row) && <Value word="Example:" value={row.example} />}
        </td>
        <td className={figures}>
          {facts.map((fact) => (
            <Fact key={fact} fact={fact} />
          ))}
        </td>
        <td className={figures}>
          {row.default !== undefined && (
            <Value word={<span className="lg:sr-only">default</span>} value={row.default} />
          )}
        </td>
      </tr>
      {rows.length > 0 && <Below row={row} path={path} depth={depth} />}
    </>
  );
}

/** Most examples repeat the default. */
function isTelling(row: SchemaRow): row is SchemaRow & { example: JsonValue } {
  return row.example !== undefined && JSON.stringify(row.example) !== JSON.stringify(row.default);
}

/** Longer choices and patterns are folded. */
const longestFact = 160;
const factOpening = 60;

function Fact({ fact }: { fact: string }) {
  if (fact.length <= longestFact) return <p>{fact}</p>;
  return (
    <details className="group">
      <summary className="cursor-pointer hover:text-ink">
        <span className="group-open:hidden">{fact.slice(0, factOpening)}…</span>
        <span className="hidden group-open:inline">Less</span>
      </summary>
      {fact}
    </details>
  );
}

const longestValue = 200;

/** Describes a file instead of showing its base64. */
function fileWords(value: JsonValue): string | undefined {
  const [, mediaType] = /^data:([^;,]+)/.exec(typeof value === 'string' ? value : '') ?? [];
  const bytes = mediaType === undefined ? undefined : fileTextSize(String(value));
  return bytes === undefined ? undefined : `${mediaType}, ${sizeText(bytes)}`;
}

function Value({ word, value }: { word: ReactNode; value: JsonValue }) {
  const text = fileWords(value) ?? JSON.stringify(value);
  return (
    <p className="text-xs text-quiet">
      {word}{' '}
      <code className="font-mono text-ink">
        {text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}
      </code>
    </p>
  );
}

function Below({ row, path, depth }: { row: SchemaRow; path: string; depth: number }) {
  const { rows, word } = below(row);
  return (
    <tr className="block lg:table-row">
      <td colSpan={5} className="block p-0 pb-2 lg:table-cell">
        <details open={depth + 1 < shownDepth && rows.length <= shownAtOnce}>
          <summary className="w-fit cursor-pointer py-1 text-xs text-quiet hover:text-ink">{word}</summary>
          {/* As wide as the indentation of the first column. */}
          <div className="ml-1 border-l border-dashed border-line pl-3 lg:pl-[calc(1rem-1px)]">
            <SchemaTable label={`${row.name}: ${word}`} rows={rows} path={path} depth={depth + 1} />
          </div>
        </details>
      </td>
    </tr>
  );
}

/** For a list whose items have no description, shows the fields of the items directly. */
function below({ rows, holds }: SchemaRow): { rows: SchemaRow[]; word: string } {
  const [only] = rows;
  const isPlainItem = only?.name === 'each item' && only.facts.length === 0 && only.description === '';
  if (rows.length === 1 && isPlainItem && only.rows.length > 0) {
    const inner = below(only);
    return { ...inner, word: `Each item: ${inner.word}` };
  }
  if (holds === 'ways') return { rows, word: `one of ${rows.length} options` };
  return { rows, word: rows.length === 1 ? '1 field' : `${rows.length} fields` };
}

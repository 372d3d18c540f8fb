import type { JsonValue } from '../../lib/json.ts';
import type { SchemaRow } from '../../lib/reference/schema-row.ts';
import { Markdown } from '../markdown.tsx';

/** So many rows below another are shown at once; more wait until they are asked for. */
const shownAtOnce = 6;

/** Fields, and what each holds, one level in the other. Each has a name that a link can lead to. */
export function SchemaRows({ rows, path }: { rows: SchemaRow[]; path: string }) {
  return (
    <ul className="divide-y divide-line border-line [:not(details)>&]:border-y">
      {rows.map((row, index) => (
        <Row key={`${row.name} ${index}`} row={row} path={`${path}.${row.name.replaceAll(/\s/g, '-')}`} />
      ))}
    </ul>
  );
}

function Row({ row, path }: { row: SchemaRow; path: string }) {
  const { name, type, required, description, facts, rows } = row;
  return (
    <li id={path} className="scroll-mt-6 py-3 target:bg-accent-soft">
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <a href={`#${path}`} className="font-mono text-sm font-medium break-words hover:underline">
            {name}
          </a>
          <p className="text-xs text-quiet">
            {type}
            {required && <span className="text-accent"> required</span>}
          </p>
        </div>
        <div className="min-w-0 text-sm break-words">
          {description && <Markdown text={description} />}
          <Facts facts={facts} row={row} />
        </div>
      </div>
      {rows.length > 0 && <Below row={row} path={path} />}
    </li>
  );
}

function Facts({ facts, row }: { facts: string[]; row: SchemaRow }) {
  const hasValues = row.default !== undefined || row.example !== undefined;
  if (facts.length === 0 && !hasValues) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-quiet">
      {facts.map((fact) => (
        <li key={fact} className="min-w-0 break-words">
          {fact}
        </li>
      ))}
      {row.default !== undefined && <Value word="default" value={row.default} />}
      {row.example !== undefined && <Value word="for example" value={row.example} />}
    </ul>
  );
}

const longestValue = 200;

function Value({ word, value }: { word: string; value: JsonValue }) {
  const text = JSON.stringify(value);
  return (
    <li className="min-w-0 break-words">
      {word}{' '}
      <code className="font-mono text-ink">
        {text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}
      </code>
    </li>
  );
}

function Below({ row, path }: { row: SchemaRow; path: string }) {
  const { rows, word } = below(row);
  return (
    <details open={rows.length <= shownAtOnce} className="mt-2 ml-1 border-l border-dashed border-line pl-4">
      <summary className="cursor-pointer py-1 text-xs text-quiet hover:text-ink">{word}</summary>
      <SchemaRows rows={rows} path={path} />
    </details>
  );
}

/** Of a list whose items have nothing to say but what they hold, what they hold is said at once. */
function below({ rows, holds }: SchemaRow): { rows: SchemaRow[]; word: string } {
  const [only] = rows;
  const isPlainItem = only?.name === 'each item' && only.facts.length === 0 && only.description === '';
  if (rows.length === 1 && isPlainItem && only.rows.length > 0) {
    const inner = below(only);
    return { ...inner, word: `Each item: ${inner.word}` };
  }
  if (holds === 'ways') return { rows, word: `one of ${rows.length} ways` };
  return { rows, word: rows.length === 1 ? '1 part' : `${rows.length} parts` };
}

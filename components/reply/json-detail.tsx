import type { JsonDocument } from '../../lib/view/reply/json-document.ts';
import { jsonPath } from '../../lib/view/reply/json-path.ts';
import type { JsonRow } from '../../lib/view/reply/json-rows.ts';
import { CopyButton } from '../shell/copy-button.tsx';

/** Longer values do not fit into their row. */
const shortText = 40;
const longestText = 10_000;
const longestPath = 400;

/** The selected value: its path and, if it is long, the whole value, with buttons to copy both. */
export function JsonDetail({ document, row: { node, group } }: { document: JsonDocument; row: JsonRow }) {
  const path = jsonPath(document, node);
  const text = document.isContainer(node) || group !== undefined ? '' : document.scalar(node);
  return (
    <div className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code
          className="min-w-0 flex-1 basis-40 truncate font-mono text-xs text-quiet"
          title={path.slice(0, longestPath)}
        >
          {/* Shows the end of a long path rather than its start. */}
          {path.length > longestPath ? `…${path.slice(-longestPath)}` : path}
        </code>
        <span className="flex gap-2">
          <CopyButton label="Copy path" text={() => path} />
          <CopyButton label="Copy value" text={() => copiedValue(document, node)} />
        </span>
      </div>
      {text.length > shortText && (
        <p
          role="region"
          aria-label="The whole value"
          tabIndex={0}
          className="mt-2 max-h-40 overflow-auto rounded-md bg-sunk p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {text.slice(0, longestText)}
          {text.length > longestText && '… Copy it to get the rest.'}
        </p>
      )}
    </div>
  );
}

/** A string as plain text, any other value as the JSON that was sent. */
function copiedValue(document: JsonDocument, node: number): string {
  return document.isContainer(node) ? document.literal(node) : document.scalar(node);
}

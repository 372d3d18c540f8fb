import type { JsonDocument } from '../../lib/view/reply/json-document.ts';
import { jsonPath } from '../../lib/view/reply/json-path.ts';
import type { JsonRow } from '../../lib/view/reply/json-rows.ts';
import { CopyButton } from '../shell/copy-button.tsx';

/** What fits into the line of a row needs no showing again. */
const shortText = 40;
const longestText = 10_000;
const longestPath = 400;

/** The value that is meant: its path, the whole of it where it is long, and both to be copied. */
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
          {/* The end of a long path says more than its beginning. */}
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

/** A string as the text that it is, all else as the JSON that was sent. */
function copiedValue(document: JsonDocument, node: number): string {
  return document.isContainer(node) ? document.literal(node) : document.scalar(node);
}

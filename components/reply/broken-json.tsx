import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { JsonBreak } from '../../lib/view/reply/read-json.ts';
import { Notice } from './reply-notice.tsx';

const around = 60;

/** The place of a JSON syntax error, with the text around it. */
export function BrokenJson({
  text,
  at: { offset, line, column, sentence },
}: {
  text: string;
  at: JsonBreak;
}) {
  const before = text.slice(Math.max(0, offset - around), offset);
  const after = text.slice(offset + 1, offset + around);
  return (
    <Notice>
      This is not valid JSON. Line {groupedNumber(line)}, column {groupedNumber(column)}: {sentence}.
      <code className="mt-1 block font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {offset > around && '…'}
        {before}
        <mark className="bg-bad px-0.5 text-card">{text[offset] ?? '(end)'}</mark>
        {after}
        {offset + around < text.length && '…'}
      </code>
    </Notice>
  );
}

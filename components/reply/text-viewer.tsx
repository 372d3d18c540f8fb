'use client';

import { memo, use, useMemo, useState } from 'react';
import { sizeText } from '../../lib/text/numbers.ts';
import { type TextPiece, textPieces } from '../../lib/view/reply/search.ts';
import { quietButton } from '../shell/buttons.tsx';

/** Rendered at first, and with each press of “Show more”. */
const charactersAtATime = 128 * 1024;
const piecesAtATime = 2_000;
const piecesInBlock = 100;

export function TextViewer({ content }: { content: Promise<string> }) {
  return <TextLines text={use(content)} />;
}

export function TextLines({ text }: { text: string }) {
  const [times, setTimes] = useState(1);
  const [numbered, setNumbered] = useState(false);
  const [wrapped, setWrapped] = useState(true);
  const { blocks, shown } = useMemo(() => blocksOf(text, times), [text, times]);
  return (
    <div className="p-4">
      <div className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Choice label="Wrap lines" checked={wrapped} choose={setWrapped} />
        <Choice label="Line numbers" checked={numbered} choose={setNumbered} />
      </div>
      <div
        role="region"
        aria-label="Text of the reply"
        tabIndex={0}
        className="max-h-120 overflow-auto rounded-md bg-sunk p-3 font-mono text-xs leading-5"
      >
        {blocks.map((pieces, index) => (
          <Block key={index} pieces={pieces} wrapped={wrapped} numbered={numbered} />
        ))}
      </div>
      {shown < text.length && (
        <p className="mt-2 flex flex-wrap items-center gap-3 text-sm text-quiet">
          {/* Characters approximate bytes well enough for progress. */}
          The first {sizeText(shown)} of {sizeText(text.length)}.
          <button type="button" className={quietButton} onClick={() => setTimes(times + 1)}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}

function Choice({
  label,
  checked,
  choose,
}: {
  label: string;
  checked: boolean;
  choose: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => choose(event.target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
}

interface BlockView {
  pieces: TextPiece[];
  wrapped: boolean;
  numbered: boolean;
}

/**
 * The browser skips the layout of blocks out of view. The first block is always laid out, so that a short text never
 * has the height of a long one.
 */
const Block = memo(function Block({ pieces, wrapped, numbered }: BlockView) {
  const numbers = numbered
    ? 'before:sticky before:left-0 before:w-14 before:shrink-0 before:bg-sunk before:pr-4 before:text-right before:text-quiet before:tabular-nums before:content-[attr(data-line)]'
    : '';
  const space = wrapped ? 'whitespace-pre-wrap wrap-anywhere' : 'w-max whitespace-pre';
  return (
    <div className="not-first:[contain-intrinsic-size:auto_2000px] not-first:[content-visibility:auto]">
      {pieces.map(({ text, line }, index) => (
        <div key={index} data-line={line ?? ''} className={`flex min-h-5 ${numbers}`}>
          <span className={`min-w-0 ${space}`}>{text}</span>
        </div>
      ))}
    </div>
  );
});

function blocksOf(text: string, times: number): { blocks: TextPiece[][]; shown: number } {
  const { pieces, shown } = textPieces(text, charactersAtATime * times, piecesAtATime * times);
  const blocks: TextPiece[][] = [];
  for (let start = 0; start < pieces.length; start += piecesInBlock)
    blocks.push(pieces.slice(start, start + piecesInBlock));
  return { blocks, shown };
}

import { useState, Fragment } from 'react';
import { isBlockMarkdown, openingOf, type InlinePiece, inlinePieces } from '../../lib/form/help-opening.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';

/** Loaded when long help is opened. */
const Markdown = lazyPart(async () => (await import('../markdown.tsx')).Markdown);

/** Markdown help. Long help is cut, with a button that shows all of it. */
export function MarkedHelp({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const opening = openingOf(text);
  const isWhole = opening === text.trim() && !isBlockMarkdown(text);
  return (
    <>
      {isOpen ? (
        <LazyBoundary what="This text" waiting={<InlineMarkdown text={opening} />}>
          <div className="space-y-2 [&_a]:underline [&_code]:font-mono [&_code]:text-xs [&_li]:ml-5 [&_ol]:list-decimal [&_ul]:list-disc">
            <Markdown text={text} />
          </div>
        </LazyBoundary>
      ) : (
        <InlineMarkdown text={opening} />
      )}
      {!isWhole && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 text-ink underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
    </>
  );
}

export function InlineMarkdown({ text }: { text: string }) {
  return (
    <p>
      {inlinePieces(text).map((piece, index) => (
        <Piece key={index} piece={piece} />
      ))}
    </p>
  );
}

function Piece({ piece: { kind, text, href } }: { piece: InlinePiece }) {
  if (kind === 'code') return <code className="font-mono text-xs">{text}</code>;
  if (kind === 'strong') return <strong className="font-medium">{text}</strong>;
  if (kind === 'text') return <Fragment>{text}</Fragment>;
  return (
    <a href={href} rel="noreferrer" className="underline underline-offset-4">
      {text}
    </a>
  );
}

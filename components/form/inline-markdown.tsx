import { Fragment } from 'react';
import { type InlinePiece, inlinePieces } from '../../lib/form/help-opening.ts';

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

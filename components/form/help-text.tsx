'use client';

import { useState } from 'react';
import { isBlockMarkdown, openingOf } from '../../lib/form/help-opening.ts';
import { LatePart } from '../late-part.tsx';
import { loadedPart } from '../loaded-part.tsx';
import { InlineMarkdown } from './inline-markdown.tsx';

/** Loaded for help that is opened: most help is a sentence or two. */
const Markdown = loadedPart(async () => (await import('../markdown.tsx')).Markdown);

/** The help of a field: short text as it is, the opening of what is longer. */
export function HelpText({ id, text }: { id: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  const opening = openingOf(text);
  const isWhole = opening === text.trim() && !isBlockMarkdown(text);
  return (
    <div id={id} className="mb-1 text-sm text-pretty break-words text-quiet">
      {isOpen ? (
        <LatePart what="This text" waiting={<InlineMarkdown text={opening} />}>
          <div className="space-y-2 [&_a]:underline [&_code]:font-mono [&_code]:text-xs [&_li]:ml-5 [&_ol]:list-decimal [&_ul]:list-disc">
            <Markdown text={text} />
          </div>
        </LatePart>
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
    </div>
  );
}

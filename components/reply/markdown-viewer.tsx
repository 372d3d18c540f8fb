'use client';

import { use } from 'react';
import { sizeText } from '../../lib/text/numbers.ts';
import { Notice } from './reply-notice.tsx';
import { Markdown } from '../markdown.tsx';

/** Rendering more takes noticeably long, so only the beginning of a longer text is shown. */
const mostCharacters = 48 * 1024;

export function MarkdownViewer({ content }: { content: Promise<string> }) {
  const text = use(content);
  const isLong = text.length > mostCharacters;
  return (
    <>
      {isLong && (
        <Notice>Only the first {sizeText(mostCharacters)} are shown. The source has the rest.</Notice>
      )}
      <div
        role="region"
        aria-label="Markdown of the reply"
        tabIndex={0}
        className="max-h-160 overflow-auto p-4 wrap-anywhere [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_blockquote]:text-quiet [&_code]:rounded [&_code]:bg-sunk [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_.contains-task-list]:list-none [&_.contains-task-list]:pl-1 [&_h1]:mt-6 [&_h1]:text-2xl [&_h1]:font-semibold [&_h1]:tracking-tight [&_h2]:mt-6 [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:mt-4 [&_h3]:font-semibold [&_hr]:my-6 [&_hr]:border-line [&_ol]:my-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-3 [&_pre]:my-3 [&_pre]:whitespace-pre-wrap [&_pre]:rounded-md [&_pre]:bg-sunk [&_pre]:p-3 [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_ul]:my-3 [&_ul]:list-disc [&_ul]:pl-6 [&>:first-child]:mt-0"
      >
        <Markdown text={isLong ? text.slice(0, mostCharacters) : text} />
      </div>
    </>
  );
}

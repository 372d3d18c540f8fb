'use client';

import { use, useMemo } from 'react';
import { sizeText } from '../../lib/text/size-text.ts';
import { inertHtml, longestInertHtml } from '../../lib/view/reply/inert-html.ts';

/** A page in a sandboxed frame without an origin: no scripts, no navigation, no requests. */
export function HtmlViewer({ content }: { content: Promise<string> }) {
  const html = use(content);
  const isTooLong = html.length > longestInertHtml;
  const inert = useMemo(() => (isTooLong ? '' : inertHtml(html, parse)), [html, isTooLong]);
  if (isTooLong) {
    return (
      <p className="p-4 text-sm">
        This page is larger than {sizeText(longestInertHtml)} and is not rendered. View its source or download
        it.
      </p>
    );
  }
  return (
    <div className="p-4">
      {/* White, the browser's default background. */}
      <iframe
        title="Reply as a page"
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={inert}
        className="h-120 w-full rounded-md border border-line bg-white scheme-light"
      />
      <p className="mt-2 text-sm text-quiet">Scripts, links and external resources are removed.</p>
    </div>
  );
}

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

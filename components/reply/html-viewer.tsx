'use client';

import { use, useMemo } from 'react';
import { sizeText } from '../../lib/text/numbers.ts';

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

/** A longer page is shown as source, because its layout could take any time. */
export const longestInertHtml = 1024 * 1024;

const policy =
  "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Elements that act or fetch. `link` opens connections despite a policy. */
const acting =
  'script, link, base, meta[http-equiv], iframe, frame, frameset, object, embed, portal, fencedframe, applet';

/**
 * HTML for a sandboxed frame without scripts: a policy forbids all requests, and nothing in it navigates. `parse` is
 * the browser's DOMParser, which runs nothing.
 */
export function inertHtml(html: string, parse: (html: string) => Document): string {
  const page = parse(html);
  for (const element of page.querySelectorAll(acting)) element.remove();
  // A frame may parse the content of noscript as elements that this parser read as text.
  for (const element of page.querySelectorAll('noscript')) element.replaceWith(...element.childNodes);
  for (const element of page.querySelectorAll('*')) {
    for (const name of ['href', 'xlink:href', 'ping', 'action', 'formaction', 'background']) {
      const value = element.getAttribute(name);
      if (value !== null && !value.startsWith('#')) element.removeAttribute(name);
    }
    for (const name of ['src', 'srcset', 'poster']) {
      if (element.getAttribute(name)?.startsWith('data:') === false) element.removeAttribute(name);
    }
  }
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${page.documentElement.outerHTML}`;
}

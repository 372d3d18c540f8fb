/** Pages whose Markdown is at the same address with `.md` behind it. */
const pageWithTwin = /^\/(?:docs|connect|problems|(?:products|apis|problems|docs)\/[^/.]+)$/;

/** Where the Markdown of a page is; undefined for pages that have none. */
export function markdownAddress(pathname: string): string | undefined {
  if (pathname === '/') return '/index.md';
  return pageWithTwin.test(pathname) ? `${pathname}.md` : undefined;
}

/** The link of a page to its Markdown, for its metadata. */
export function markdownLink(pathname: string): Record<string, string> {
  const address = markdownAddress(pathname);
  return address === undefined ? {} : { 'text/markdown': address };
}

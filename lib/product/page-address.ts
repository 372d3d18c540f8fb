/** Of a page that operators write. */
export function pageAddress(slug: string): string {
  return `/pages/${encodeURIComponent(slug)}`;
}

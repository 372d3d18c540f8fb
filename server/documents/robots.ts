/** Pages of one caller are not indexed. */
const disallowed = ['/api/', '/calls', '/credits', '/keys', '/members', '/operator', '/profile'];

export function robotsText(origin: string): string {
  const rules = disallowed.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

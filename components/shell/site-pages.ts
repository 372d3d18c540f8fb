/** Where the portal's header and palette lead, in their order. */
export const sitePages = [
  { href: '/', name: 'Catalogue' },
  { href: '/calls', name: 'Calls' },
  { href: '/credits', name: 'Credits' },
  { href: '/keys', name: 'Keys' },
  { href: '/docs', name: 'Docs' },
] as const;

/** The pages in the header and the palette. */
export const navLinks = [
  { href: '/', name: 'Catalogue' },
  { href: '/calls', name: 'Calls' },
  { href: '/credits', name: 'Credits' },
  { href: '/keys', name: 'Keys' },
  { href: '/docs', name: 'Docs' },
] as const;

/** For operators alone. */
export const operatorLink = { href: '/operator', name: 'Operator' } as const;

/** What hands an input on, takes one over, and keeps it for the next visit. */
export { rememberable } from '../../lib/playground/rememberable.ts';
export { readShareLink, writeShareLink } from '../../lib/share-link.ts';

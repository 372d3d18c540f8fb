/** What hands an input on, takes one over, and keeps it for the next visit. */
export { rememberable } from '../../lib/view/playground/rememberable.ts';
export { readShareLink, writeShareLink } from '../../lib/view/share-link.ts';

/** Shares, reads and stores inputs. Loaded on demand. */
export { storableInput } from '../../../lib/view/playground/storable-input.ts';
export { readShareLink, writeShareLink } from '../../../lib/view/share-link.ts';

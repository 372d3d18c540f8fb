/** Shares, reads and stores inputs. Loaded on demand. */
export { storableInput } from '../../../lib/view/playground/storable-input.ts';
export { readShareLink } from '../../../lib/view/share-link.ts';
export { readBroken, rememberBroken } from './broken-text.ts';
export { shareInput } from './share-input.ts';

import type { Option } from '../../form/widget.ts';

/** What can be overlooked at once: more, or longer words, are searched in. */
const MAX_OPTIONS = 6;
const MAX_CHARACTERS = 72;

export function isShortChoice(options: Pick<Option, 'label'>[]): boolean {
  const characters = options.reduce((sum, { label }) => sum + label.length, 0);
  return options.length <= MAX_OPTIONS && (characters <= MAX_CHARACTERS || options.length <= 2);
}

import type { Option } from '../../form/widget.ts';

/** Few and short options are shown all at once; others need a search. */
const maxOptions = 6;
const maxCharacters = 72;

export function isShortChoice(options: Pick<Option, 'label'>[]): boolean {
  const characters = options.reduce((sum, { label }) => sum + label.length, 0);
  return options.length <= maxOptions && (characters <= maxCharacters || options.length <= 2);
}

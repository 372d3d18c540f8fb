import type { Option } from '../../form/widget.ts';

/** The options that contain every word of the search; those that start with it come first. */
export function matchingOptions(options: Option[], query: string): Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  const start = words.join(' ');
  const found = options.filter(({ label, help }) => {
    const text = `${label} ${help}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const leads = (option: Option) => option.label.toLowerCase().startsWith(start);
  return [...found.filter(leads), ...found.filter((option) => !leads(option))];
}

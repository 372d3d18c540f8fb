const colours = ['bg-series-2', 'bg-series-4', 'bg-series-5', 'bg-series-6'];
const sizes = {
  24: 'size-6 text-[0.65625rem]',
  28: 'size-7 text-[0.6875rem]',
  40: 'size-10 text-[0.9375rem]',
};

interface Props {
  name: string;
  size?: keyof typeof sizes;
  /** An account; people are round. */
  isSquare?: boolean;
}

/** The initials of a person, or the first letter of an account, in a colour that their name always has. */
export function Avatar({ name, size = 24, isSquare = false }: Props) {
  const words = name.trim().split(/\s+/u);
  const letters = isSquare || words.length === 1 ? [words[0]] : [words[0], words.at(-1)];
  const sum = [...name].reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7);
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center font-semibold text-card ${sizes[size]} ${isSquare ? 'rounded-md' : 'rounded-full'} ${colours[sum % colours.length]}`}
    >
      {letters.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')}
    </span>
  );
}

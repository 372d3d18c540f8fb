interface Props {
  /** The path of the drawing, in a square of 16. */
  path: string;
  className?: string;
}

/** A drawing beside a word, which says the same: readers of the screen are told the word alone. */
export function Icon({ path, className = 'size-4' }: Props) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      className={`shrink-0 fill-none stroke-current stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round] ${className}`}
    >
      <path d={path} />
    </svg>
  );
}

export const searchIcon = 'M7 12.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM11 11l3.5 3.5';
export const downIcon = 'm4 6 4 4 4-4';
export const crossIcon = 'm4 4 8 8m0-8-8 8';
export const stopIcon = 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM5.8 5.8l4.4 4.4m0-4.4-4.4 4.4';

/** A secondary button. */
export const quietButton =
  'inline-flex min-h-7 items-center justify-center gap-1 rounded-md border border-line bg-card px-2.5 py-0.5 text-sm whitespace-nowrap hover:bg-sunk disabled:opacity-40 disabled:hover:bg-card';

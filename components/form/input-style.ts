export const inputStyle =
  'block w-full min-w-0 rounded-md border border-line bg-card px-3 py-2 placeholder:text-quiet placeholder:opacity-80 disabled:opacity-60 aria-invalid:border-bad';

/** A button that looks like text, for rare actions. */
export const wordButton =
  'min-h-6 text-sm text-quiet underline decoration-line underline-offset-4 hover:text-ink disabled:opacity-40';

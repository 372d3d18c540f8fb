/** A secondary button. */
export const quietButton = 'button button-small';

/** Points right, unless a class turns it. */
export function Arrow({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className={`size-3 fill-none stroke-current stroke-[1.75] ${className}`}
    >
      <path d="m4 2 4 4-4 4" />
    </svg>
  );
}

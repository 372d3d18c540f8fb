/** Points down while its `details` element, of class `group`, is open. */
export function DisclosureCaret() {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className="mr-1.5 size-2.5 shrink-0 group-open:rotate-90">
      <path d="M3 1l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

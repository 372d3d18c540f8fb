/** The logo: a ticket with its perforation, as in the favicon. */
export function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 28 22" className="h-[1.125rem] w-[1.375rem] shrink-0">
      <path className="fill-accent" d="M2 2h24v6a3 3 0 0 0 0 6v6H2v-6a3 3 0 0 0 0-6z" />
      <path className="stroke-accent-ink" strokeWidth="2" strokeDasharray="2 2.5" d="M18 4v14" />
    </svg>
  );
}

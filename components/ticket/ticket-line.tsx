interface Props {
  label: string;
  amount: string;
  /** An explanation of the line. */
  text?: string | undefined;
  strong?: boolean;
}

/** A line of a ticket: a name, dots, and a right-aligned amount. */
export function TicketLine({ label, amount, text, strong = false }: Props) {
  return (
    <div className={`flex flex-wrap items-baseline ${strong ? 'text-lg font-semibold' : 'text-sm'}`}>
      <dt className={`flex min-w-0 flex-1 items-baseline break-words ${leader}`}>
        <span className="min-w-0 break-words">{label}</span>
      </dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
      {text !== undefined && <dd className="basis-full text-xs break-words text-quiet">{text}</dd>}
    </div>
  );
}

const leader =
  "after:mx-2 after:min-w-4 after:flex-1 after:border-b after:border-dotted after:border-quiet/60 after:content-['']";

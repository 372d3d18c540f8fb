const colours = { plain: 'text-ink', bad: 'text-bad' };

/** A state in one word beside a name. */
export function Mark({ text, tone = 'plain' }: { text: string; tone?: keyof typeof colours }) {
  return (
    <span
      className={`rounded-sm bg-accent-soft px-1.5 text-sm font-normal whitespace-nowrap ${colours[tone]}`}
    >
      {text}
    </span>
  );
}

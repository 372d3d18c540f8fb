/** A sentence with code between backticks. */
export function CodeText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="rounded bg-sunk px-1 py-px font-mono text-[0.875em] break-words">
        {part}
      </code>
    ),
  );
}

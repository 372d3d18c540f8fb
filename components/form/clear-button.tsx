/** In the line of the label for the eye, and after the field for the keyboard. */
export function ClearButton({ label, onClear }: { label: string; onClear: (button: Element) => void }) {
  return (
    <button
      type="button"
      data-tool="clear"
      onClick={({ currentTarget }) => onClear(currentTarget)}
      className="absolute top-0 right-0 min-h-6 text-xs text-quiet underline-offset-4 hover:text-ink hover:underline"
    >
      Clear<span className="sr-only"> {label}</span>
    </button>
  );
}

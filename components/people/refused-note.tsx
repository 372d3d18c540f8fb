/** Says why a sign-in elsewhere led to nothing. */
export function RefusedNote({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p role="alert" className="mt-4 rounded-md border border-line bg-card p-4 text-bad">
      {sentence}
    </p>
  );
}

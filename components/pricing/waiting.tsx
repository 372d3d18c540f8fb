/** As tall as what comes, so that nothing below it moves. */
export function Waiting() {
  return <p className="mt-2 min-h-[27rem] text-quiet">Calculating prices…</p>;
}

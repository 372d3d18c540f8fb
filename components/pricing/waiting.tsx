/** As tall as the content, to avoid a layout shift. */
export function Waiting() {
  return <p className="mt-2 min-h-[27rem] text-quiet">Calculating prices…</p>;
}

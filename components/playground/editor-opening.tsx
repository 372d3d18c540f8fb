/** Shown while an editor loads. */
export function EditorOpening() {
  return <p className="h-80 rounded-md border border-line bg-sunk p-3 text-sm text-quiet">Opening…</p>;
}

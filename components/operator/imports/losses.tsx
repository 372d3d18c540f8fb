/** What a document says and a product does not, each with its place. */
export function Losses({ losses }: { losses: { pointer: string; what: string }[] }) {
  return (
    <ul className="mt-2 grid max-h-80 gap-2 overflow-y-auto text-sm">
      {losses.map(({ pointer, what }) => (
        <li key={`${pointer} ${what}`} className="break-words">
          {what} <code className="font-mono text-[0.8125rem] break-all text-quiet">{pointer || '/'}</code>
        </li>
      ))}
    </ul>
  );
}

import type { FieldFault } from '../../lib/form/faults.ts';

/** What the server said is wrong, in its words; of what has no field of its own, with its place. */
export function FieldFaults({ id, faults }: { id?: string; faults: FieldFault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul id={id} className="mt-1 text-sm text-bad">
      {faults.map(({ pointer, detail }) => (
        <li
          key={`${pointer} ${detail}`}
          className={`break-words ${pointer === '' ? 'first-letter:uppercase' : ''}`}
        >
          {pointer !== '' && <code className="font-mono text-xs">{pointer} </code>}
          {detail}
        </li>
      ))}
    </ul>
  );
}

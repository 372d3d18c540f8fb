import type { FieldFault } from '../../lib/form/faults.ts';

/** What is wrong, in the words of the server; of a value without a field, with its place. */
export function FieldFaults({ id, faults }: { id?: string; faults: FieldFault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul id={id} data-faults className="mt-1 text-sm text-bad">
      {faults.map(({ pointer, detail }) => (
        <li
          key={`${pointer} ${detail}`}
          className={`break-words ${pointer === '' ? 'first-letter:uppercase' : ''}`}
        >
          {pointer !== '' && <code className="font-mono text-xs">{pointer} </code>}
          {sentenceOf(detail)}
        </li>
      ))}
    </ul>
  );
}

/** Beside the field itself, nobody has to know what else was given. */
function sentenceOf(detail: string): string {
  return /^is required\b/.test(detail) ? 'required' : detail;
}

import type { FieldFault } from '../../lib/form/faults.ts';

/** Errors of the server. An error of a value without a field shows its pointer. */
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

/** Beside the field, the detail needs no list of other values. */
function sentenceOf(detail: string): string {
  return /^is required\b/.test(detail) ? 'required' : detail;
}

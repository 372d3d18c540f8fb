import type { OperationDifference } from '../../../lib/operator/imports.ts';
import { textDifference } from '../../../lib/text/line-diff.ts';
import { Changes } from '../products/changes.tsx';

interface Props {
  name: string;
  difference: OperationDifference;
}

/** What taking a newer version of an operation changes: in words, field by field, and line by line. */
export function Difference({ name, difference: { changed, breaking, fields, before, after } }: Props) {
  return (
    <section className="min-w-0">
      <h3 className="font-semibold">What changes</h3>
      {breaking.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-bad">
          {breaking.map((one) => (
            <li key={one} className="break-words">
              Breaks callers: {one}
            </li>
          ))}
        </ul>
      )}
      {fields.length > 0 && <Fields name={name} fields={fields} />}
      {changed.length > 0 && <p className="mt-2 text-quiet">Changed parts: {changed.join(', ')}.</p>}
      <details className="mt-2 min-w-0">
        <summary className="cursor-pointer">Line by line</summary>
        <Changes hunks={textDifference(before, after)} />
      </details>
    </section>
  );
}

const parts = { input: 'Input', reply: 'Reply' };

/** Before and after beside each other; on a phone below each other. */
function Fields({ name, fields }: { name: string; fields: OperationDifference['fields'] }) {
  return (
    <table className="mt-2 w-full table-fixed text-left text-dense max-sm:block">
      <caption className="sr-only">Fields of {name} that differ</caption>
      <thead className="text-xs text-quiet max-sm:sr-only">
        <tr className="h-8">
          <th scope="col" className="w-1/4 font-medium">
            Field
          </th>
          <th scope="col" className="pr-3 font-medium">
            Before
          </th>
          <th scope="col" className="font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {fields.map(({ part, name: field, before, after }) => (
          <tr key={`${part} ${field}`} className="border-t border-rule align-top max-sm:block max-sm:py-2">
            <th scope="row" className="py-1.5 pr-3 font-normal max-sm:block max-sm:py-0">
              <code className="font-mono break-all">{field}</code>
              <span className="block text-xs text-quiet">{parts[part]}</span>
            </th>
            <Version title="Before" text={before} className="text-quiet" />
            <Version title="After" text={after} className="font-medium" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Version({ title, text, className }: { title: string; text: string | null; className: string }) {
  const [head = '', ...rest] = (text ?? '').split('\n');
  return (
    <td className="py-1.5 pr-3 break-words max-sm:block max-sm:py-0.5">
      <span className="text-xs text-quiet sm:hidden">{title}: </span>
      {text === null ? (
        <span className="text-quiet">–</span>
      ) : (
        <>
          <span className={className}>{head}</span>
          {rest.length > 0 && <span className="block text-quiet">{rest.join(' ')}</span>}
        </>
      )}
    </td>
  );
}

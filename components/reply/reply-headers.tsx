import { CopyButton } from '../shell/copy-button.tsx';
import { DisclosureCaret } from './disclosure-caret.tsx';

export function ReplyHeaders({ headers }: { headers: [string, string][] }) {
  if (headers.length === 0) return null;
  return (
    <details className="group border-t border-dashed border-line text-sm">
      <summary className="flex min-h-8 cursor-pointer items-center px-4 py-1 text-quiet hover:text-ink">
        <DisclosureCaret />
        {headers.length} {headers.length === 1 ? 'header' : 'headers'}
      </summary>
      <div
        role="region"
        aria-label="List of headers"
        tabIndex={0}
        className="max-h-80 overflow-auto px-4 pb-3 -outline-offset-2"
      >
        <table className="w-full font-mono text-xs">
          <caption className="sr-only">Headers of the reply</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Header</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {headers.map(([name, value], index) => (
              <tr
                key={`${index} ${name}`}
                className="block border-t border-line py-1 align-top @md:table-row"
              >
                <th
                  scope="row"
                  className="block py-0.5 pr-4 text-left font-normal wrap-anywhere text-quiet @md:table-cell @md:w-64"
                >
                  {name}
                </th>
                <td className="block py-0.5 break-all @md:table-cell">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="mt-2">
          <CopyButton
            label="Copy headers"
            text={() => headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          />
        </div>
      </div>
    </details>
  );
}

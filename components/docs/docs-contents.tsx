import type { ApiOperation } from '../../lib/reference/api-operations.ts';
import { basics } from '../../lib/reference/basics.ts';

interface Contents {
  operations: ApiOperation[];
  shapes: string[];
}

const linkLook =
  '[&_a]:block [&_a]:rounded [&_a]:px-2 [&_a]:py-1 [&_a]:text-quiet [&_a]:-outline-offset-2 [&_a:hover]:bg-sunk [&_a:hover]:text-ink';

/** Beside the text on a wide screen, folded above it on a narrow one. */
export function DocsContents(contents: Contents) {
  return (
    <>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto py-10 text-sm lg:block print:hidden"
      >
        <Groups {...contents} />
      </nav>
      <details className="mt-6 rounded-lg border border-line bg-card px-4 text-sm lg:hidden print:hidden">
        <summary className="cursor-pointer py-3 font-semibold">Contents</summary>
        <nav aria-label="Contents" className="border-t border-dashed border-line py-3">
          <Groups {...contents} />
        </nav>
      </details>
    </>
  );
}

function Groups({ operations, shapes }: Contents) {
  return (
    <>
      <Group title="Basics" entries={basics.map(({ id, title }) => ({ id, text: title }))} />
      <Group title="Endpoints" entries={operations.map(({ id, summary }) => ({ id, text: summary }))} />
      <Group title="Schemas" entries={shapes.map((shape) => ({ id: shape, text: shape }))} />
    </>
  );
}

function Group({ title, entries }: { title: string; entries: { id: string; text: string }[] }) {
  return (
    <>
      <p className="px-0 pt-3 pb-1 font-semibold first:pt-0">{title}</p>
      <ul className={`-mx-2 ${linkLook}`}>
        {entries.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

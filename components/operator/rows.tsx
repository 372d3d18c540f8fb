import type { ReactNode } from 'react';

interface Column {
  title: string;
  /** Its classes, such as its width. A column that a phone has no room for is `hidden sm:table-cell`. */
  className?: string;
}

/** The frame of a table of the console. On a phone the first column says what the others do. */
export function Rows({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: Column[];
  children: ReactNode;
}) {
  return (
    <table className="mt-4 w-full table-fixed border-y border-line text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-quiet">
        <tr>
          {columns.map(({ title, className = '' }) => (
            <th key={title} scope="col" className={`py-2 pr-4 font-normal last:pr-0 ${className}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">{children}</tbody>
    </table>
  );
}

/** Shown instead of a table that has no rows. */
export function NoRows({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 rounded-md border border-dashed border-line px-6 py-10 text-center text-quiet">
      {children}
    </p>
  );
}

export const cell = 'py-3 pr-4 last:pr-0 align-baseline break-words';
export const wideCell = `hidden sm:table-cell ${cell}`;
export const rowLink = 'font-medium break-words underline-offset-4 hover:underline';

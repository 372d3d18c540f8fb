import type { ReactNode } from 'react';
import type { SchemaNode } from '../../lib/reference/api-document.ts';
import { innerObject } from '../../lib/reference/schema-type.ts';
import { CodeText } from '../shell/code-text.tsx';
import { TypeText } from './type-text.tsx';

/** The fields of an object, those of the objects within it below them. */
export function FieldList({ schema }: { schema: SchemaNode }) {
  const fields = Object.entries(schema.properties ?? {});
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map(([name, field]) => {
        const inner = innerObject(field);
        return (
          <Field
            key={name}
            name={name}
            note={schema.required?.includes(name) ? undefined : 'optional'}
            description={field.description ?? ''}
            schema={field}
          >
            {inner?.properties && (
              <div className="mt-2 border-l-2 border-line pl-3">
                <FieldList schema={inner} />
              </div>
            )}
          </Field>
        );
      })}
    </ul>
  );
}

export function Field({
  name,
  note,
  description,
  schema,
  children,
}: {
  name: string;
  note?: string | undefined;
  description: string;
  schema: SchemaNode;
  children?: ReactNode;
}) {
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <code className="font-mono text-sm font-medium break-words">{name}</code>
        <TypeText schema={schema} />
        {note && <span className="text-xs text-quiet">{note}</span>}
      </p>
      {description !== '' && (
        <p className="mt-0.5 max-w-prose text-sm">
          <CodeText text={description} />
        </p>
      )}
      {children}
    </li>
  );
}

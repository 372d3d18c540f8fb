import type { ReactNode } from 'react';
import type { SchemaNode } from '../../lib/reference/api-document.ts';
import { innerObject, schemaLimits, schemaType } from '../../lib/reference/described-operation.ts';
import { CodeText } from '../shell/code-block.tsx';

/** Styles for all lists of fields inside: with hundreds of fields, classes on each would be sent twice each. */
export const fieldLook = [
  '[&_.fields]:divide-y [&_.fields]:divide-line [&_.fields]:border-y [&_.fields]:border-line [&_.fields]:text-sm',
  '[&_.fields>li]:gap-x-6 [&_.fields>li]:py-2 [&_.fields>li]:wrap-anywhere',
  'sm:[&_.fields>li]:grid sm:[&_.fields>li]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
  '[&_.fields>li>div>code]:font-mono [&_.fields>li>div>code]:font-medium',
  '[&_.fields>li>div>:is(span,i)]:ml-1.5 [&_.fields>li>div>:is(span,i)]:text-xs [&_.fields>li>div>:is(span,i)]:text-quiet',
  '[&_.fields>li>div>span]:font-mono [&_.fields>li>div>i]:not-italic [&_.fields>li>p]:max-w-prose',
  '[&_.fields_.fields]:col-span-2 [&_.fields_.fields]:mt-2 [&_.fields_.fields]:-mb-2 [&_.fields_.fields]:ml-1',
  '[&_.fields_.fields]:border-b-0 [&_.fields_.fields]:border-l [&_.fields_.fields]:border-dashed [&_.fields_.fields]:pl-4',
].join(' ');

/** The fields of an object, with nested fields below them. */
export function FieldList({ schema }: { schema: SchemaNode }) {
  const fields = Object.entries(schema.properties ?? {});
  return (
    <ul className="fields">
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
            {inner?.properties && <FieldList schema={inner} />}
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
    <li>
      <div>
        <code>{name}</code> <TypeText schema={schema} />
        {note && <i>{note}</i>}
      </div>
      {description !== '' && (
        <p>
          <CodeText text={description} />
        </p>
      )}
      {children}
    </li>
  );
}

/** The type of a field and its limits. A named schema links to its section. */
function TypeText({ schema }: { schema: SchemaNode }) {
  const limits = schemaLimits(schema);
  return (
    <span>
      {schemaType(schema).map(({ text, shape }, index) =>
        shape === undefined ? (
          text
        ) : (
          <a
            key={index}
            href={`#${shape}`}
            className="inline-block py-1 text-accent underline underline-offset-2"
          >
            {text}
          </a>
        ),
      )}
      {limits.length > 0 && `, ${limits.join(', ')}`}
    </span>
  );
}

/** The type of a value that is not an object. */
export function PlainType({ schema }: { schema: SchemaNode }) {
  return (
    <p className="font-mono text-xs wrap-anywhere text-quiet">
      <TypeText schema={schema} />
    </p>
  );
}

import type { SchemaNode } from '../../lib/reference/api-document.ts';
import { schemaLimits, schemaType } from '../../lib/reference/schema-type.ts';

/** The type of a field and its limits. A named schema links to its section. */
export function TypeText({ schema }: { schema: SchemaNode }) {
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

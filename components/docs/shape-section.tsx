import type { SchemaNode } from '../../lib/reference/api-document.ts';
import { CodeText } from '../shell/code-text.tsx';
import { FieldList } from './field-list.tsx';
import { PlainType } from './type-text.tsx';

/** A named schema that several responses share. */
export function ShapeSection({ name, schema }: { name: string; schema: SchemaNode }) {
  return (
    <section aria-labelledby={name} className="border-t border-dashed border-line py-6">
      <h3 id={name} className="scroll-mt-6 font-mono font-semibold">
        <a
          href={`#${name}`}
          className="inline-block py-0.5 hover:underline hover:decoration-line hover:underline-offset-4"
        >
          {name}
        </a>
      </h3>
      {schema.description && (
        <p className="mt-1 max-w-prose text-sm">
          <CodeText text={schema.description} />
        </p>
      )}
      <div className="mt-3">
        {schema.properties ? <FieldList schema={schema} /> : <PlainType schema={schema} />}
      </div>
    </section>
  );
}

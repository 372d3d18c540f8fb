import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import type { ApiOperation, ApiParameter } from '../../lib/reference/api-operations.ts';
import type { SchemaNode } from '../../lib/reference/api-document.ts';
import { CodeBlock } from '../shell/code-block.tsx';
import { CodeText } from '../shell/code-text.tsx';
import { Field, FieldList } from './field-list.tsx';
import { TypeText } from './type-text.tsx';

const places = [
  { place: 'path', title: 'In the path' },
  { place: 'query', title: 'In the query' },
  { place: 'header', title: 'Headers' },
];

export function OperationSection({ operation, curl }: { operation: ApiOperation; curl: string }) {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="scroll-mt-6 text-xl font-semibold tracking-tight">
        <a href={`#${id}`} className="hover:underline hover:decoration-line hover:underline-offset-4">
          {summary}
        </a>
      </h2>
      <p className="mt-1 font-mono text-sm break-words">
        <span className="font-semibold text-accent">{method}</span> <Path path={path} />
      </p>
      {description && (
        <p className="mt-3 max-w-prose">
          <CodeText text={description} />
        </p>
      )}
      <div className="mt-4">
        <CodeBlock text={curl} label={`Command: ${summary}`} />
      </div>
      {places.map(({ place, title }) => (
        <Parameters key={place} title={title} parameters={parameters.filter((one) => one.in === place)} />
      ))}
      {body && (
        <Part title="Body">
          <SchemaView schema={body} />
        </Part>
      )}
      {answers.map(({ status, description: answered, headers, schema }) => (
        <Part key={status} title={`Answer ${status}`}>
          <p className="text-sm">
            <CodeText text={answered} />
          </p>
          {schema && (
            <div className="mt-2">
              <SchemaView schema={schema} />
            </div>
          )}
          {headers.length > 0 && (
            <ul aria-label="Headers of the answer" className="mt-3 divide-y divide-line border-y border-line">
              {headers.map((header) => (
                <Field key={header.name} {...header} />
              ))}
            </ul>
          )}
        </Part>
      ))}
      <Errors operation={operation} />
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Parameters({ title, parameters }: { title: string; parameters: ApiParameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <Part title={title}>
      <ul className="divide-y divide-line border-y border-line">
        {parameters.map(({ name, required, description, schema }) => (
          <Field
            key={name}
            name={name}
            note={required ? 'required' : undefined}
            description={description}
            schema={schema}
          />
        ))}
      </ul>
    </Part>
  );
}

/** A shape that has a name is described below, once for all that share it. */
function SchemaView({ schema }: { schema: SchemaNode }) {
  return schema.properties ? <FieldList schema={schema} /> : <TypeText schema={schema} />;
}

/** Broken where its segments begin, if it must be. */
function Path({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((segment, index) => (
    <Fragment key={index}>
      <wbr />
      {segment}
    </Fragment>
  ));
}

function Errors({ operation }: { operation: ApiOperation }) {
  return (
    <Part title="Errors">
      <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
        {operation.problems.map(({ status, codes }) => (
          <div key={status} className="contents">
            <dt className="font-mono text-quiet tabular-nums">{status}</dt>
            <dd className="flex flex-wrap gap-x-3 gap-y-0.5">
              {codes.map((code) => (
                <Link
                  key={code}
                  href={`/problems/${code}`}
                  prefetch={false}
                  className="inline-block py-0.5 font-mono text-[0.8125rem] text-accent underline-offset-4 hover:underline"
                >
                  {code}
                </Link>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

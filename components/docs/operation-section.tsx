import { Fragment, type ReactNode } from 'react';
import type { SchemaNode } from '../../lib/reference/api-document.ts';
import type { ApiOperation, ApiParameter } from '../../lib/reference/api-operations.ts';
import { CodeBlock, CodeText } from '../shell/code-block.tsx';
import { Field, FieldList, PlainType } from './field-list.tsx';

const places = [
  { place: 'path', title: 'Path parameters' },
  { place: 'query', title: 'Query parameters' },
  { place: 'header', title: 'Request headers' },
];

export function OperationSection({ operation, curl }: { operation: ApiOperation; curl: string }) {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="scroll-mt-6 text-xl font-semibold tracking-tight">
        <a
          href={`#${id}`}
          className="inline-block py-0.5 hover:underline hover:decoration-line hover:underline-offset-4"
        >
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
        <Part title="Request body">
          <SchemaView schema={body} />
        </Part>
      )}
      {answers.map(({ status, description: answered, headers, schema }) => (
        <Part key={status} title={`Response ${status}`}>
          <p className="text-sm">
            <CodeText text={answered} />
          </p>
          {schema && (
            <div className="mt-2">
              <SchemaView schema={schema} />
            </div>
          )}
          {headers.length > 0 && (
            <Folded title={`${headers.length} response ${headers.length === 1 ? 'header' : 'headers'}`}>
              <ul className="fields">
                {headers.map((header) => (
                  <Field key={header.name} {...header} />
                ))}
              </ul>
            </Folded>
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
      <ul className="fields">
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

/** A named schema has its own section below. */
function SchemaView({ schema }: { schema: SchemaNode }) {
  return schema.properties ? <FieldList schema={schema} /> : <PlainType schema={schema} />;
}

/** Allows line breaks between path segments only. */
function Path({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((segment, index) => (
    <Fragment key={index}>
      <wbr />
      {segment}
    </Fragment>
  ));
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">{title}</summary>
      <div className="mt-1">{children}</div>
    </details>
  );
}

/** Plain links: Next would hydrate each of these hundreds. */
function Errors({ operation: { problems } }: { operation: ApiOperation }) {
  const count = problems.reduce((sum, { codes }) => sum + codes.length, 0);
  return (
    <Folded title={`${count} possible ${count === 1 ? 'error' : 'errors'}`}>
      <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 font-mono text-[0.8125rem] [&_a]:mr-3 [&_a]:inline-block [&_a]:py-1 [&_a]:text-accent [&_a]:underline-offset-4 [&_a:hover]:underline [&_dt]:py-1 [&_dt]:text-quiet [&_dt]:tabular-nums">
        {problems.map(({ status, codes }) => (
          <Fragment key={status}>
            <dt>{status}</dt>
            <dd>
              {codes.map((code) => (
                <a key={code} href={`/problems/${code}`}>
                  {code}
                </a>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Folded>
  );
}

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

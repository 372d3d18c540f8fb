import Link from 'next/link';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import type { Schema } from '../../lib/operation/operation.ts';
import { type CallProblemCode, callProblemCodes, callProblems } from '../../lib/problem/call-problems.ts';
import { problemExample } from '../../lib/problem/problem-example.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import type { DescribedHeader, DescribedResponse } from '../../lib/reference/described-operation.ts';
import { type Defs, standAlone } from '../../lib/schema/schema-references.ts';
import { schemaRow } from '../../lib/operation/schema-row.ts';
import { Markdown } from '../markdown.tsx';
import { CodeText } from '../shell/code-block.tsx';
import { Code } from './code.tsx';
import { SchemaTable } from './schema-table.tsx';

interface Props {
  /** The playground describes the first success. */
  fallback: PlaygroundDetail['response'];
  responses: DescribedResponse[];
  defs: Defs;
}

/** The success responses of the API with their media types, and the portal's headers. */
export function Responses({ fallback, responses, defs }: Props) {
  const described = responses.filter(({ content, description }) => content.length > 0 || description !== '');
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className="max-w-prose">
        <CodeText text="A successful call returns status 200 with the body and content type of the API. `Farebox-Upstream-Status` has the original status." />
        {fallback.streams && ' This product can stream its response as server-sent events.'}
      </p>
      {described.length === 0 ? (
        <p className="text-quiet">The document of this API does not describe its response.</p>
      ) : (
        described.map((response) => (
          <ResponseView
            key={response.status}
            response={response}
            defs={defs}
            path={`answer-${response.status}`}
          />
        ))
      )}
      {fallback.example !== null && <Example example={fallback.example} />}
      <div>
        <h3 className="mb-2 text-sm font-semibold">Response headers</h3>
        <HeaderTable label="Response headers" headers={portalHeaders} />
      </div>
    </div>
  );
}

const portalHeaders: HeaderLine[] = [
  { name: 'Farebox-Call-Id', description: 'Id of the call. Its receipt is at `/api/calls/{id}`.' },
  { name: 'Farebox-Credits-Charged', description: 'Credits charged, 0 if the call was free.' },
  {
    name: 'Farebox-Credits-Held',
    description: 'On streams and responses over 1 MiB instead: the highest possible charge.',
  },
  { name: 'Farebox-Credits-Balance', description: 'Credits available after the call.' },
  { name: 'Farebox-Upstream-Status', description: 'The status code of the API.' },
  { name: 'Idempotency-Replayed', description: '`true` if this is the response of an earlier call.' },
  {
    name: 'Content-Disposition, Content-Language',
    description: 'As sent by the API. Its other headers are not passed on.',
  },
];

interface HeaderLine {
  name: string;
  description: string;
}

function HeaderTable({ label, headers }: { label: string; headers: HeaderLine[] }) {
  return (
    <table aria-label={label} className="w-full text-left text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Header</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line align-baseline">
        {headers.map(({ name, description }) => (
          <tr key={name} className="max-sm:grid max-sm:py-2">
            <th scope="row" className="font-mono font-normal wrap-anywhere sm:w-72 sm:py-2 sm:pr-4">
              {name}
            </th>
            <td className="wrap-anywhere text-quiet sm:py-2">
              <CodeText text={description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ViewProps {
  response: DescribedResponse;
  defs: Defs;
  path: string;
}

/** A response in the document of the API. */
function ResponseView({ response, defs, path }: ViewProps) {
  const { status, description, content, headers } = response;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="font-mono font-semibold">{status === 'default' ? 'Any other status' : status}</span>
        {content.length > 0 && (
          <span className="text-quiet">
            {content.map(({ contentType }, index) => (
              <span key={contentType}>
                {index > 0 && (index === content.length - 1 ? ' or ' : ', ')}
                <code className="font-mono break-all text-ink">{contentType}</code>
              </span>
            ))}
          </span>
        )}
      </h3>
      {description !== '' && (
        <div className="max-w-prose text-sm break-words">
          <Markdown text={description} />
        </div>
      )}
      {shapesOf(response).map(({ types, schema }) => (
        <Shape
          key={types.join(' ')}
          title={content.length > 1 ? types.join(', ') : undefined}
          label={`Fields of ${status} ${types.join(', ')}`}
          schema={standAlone(schema, defs)}
          path={`${path}-${types[0]?.replaceAll(/[^\w]+/g, '-')}`}
        />
      ))}
      {headers.length > 0 && <ApiHeaders headers={headers} status={status} />}
    </div>
  );
}

/** Headers of the API, which a call does not pass on. */
function ApiHeaders({ headers, status }: { headers: DescribedHeader[]; status: string }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">
        {headers.length === 1 ? '1 header' : `${headers.length} headers`} of the API
      </summary>
      <div className="mt-1">
        <HeaderTable label={`Headers of the API with ${status}`} headers={headers} />
      </div>
    </details>
  );
}

/** Each schema once, with its media types. Binary content has no schema worth showing. */
function shapesOf({ content }: DescribedResponse): { types: string[]; schema: Schema }[] {
  const shapes = new Map<string, { types: string[]; schema: Schema }>();
  for (const { contentType, schema } of content) {
    if (schema === null || !isJsonObject(schema) || !saysMore(schema)) continue;
    const key = JSON.stringify(schema);
    const known = shapes.get(key);
    if (known) known.types.push(contentType);
    else shapes.set(key, { types: [contentType], schema });
  }
  return [...shapes.values()];
}

function saysMore(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => !['type', 'format', 'contentMediaType'].includes(keyword));
}

interface ShapeProps {
  title: string | undefined;
  label: string;
  schema: Schema;
  path: string;
}

function Shape({ title, label, schema, path }: ShapeProps) {
  const row = schemaRow('body', schema);
  return (
    <div>
      {title !== undefined && <h4 className="mb-1 font-mono text-xs text-quiet">{title}</h4>}
      <SchemaTable
        label={label}
        rows={row.rows.length > 0 && row.holds === 'members' ? row.rows : [row]}
        path={path}
      />
    </div>
  );
}

function Example({ example }: { example: unknown }) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold">Example response</h3>
      {isPicture(example) ? (
        // oxlint-disable-next-line nextjs/no-img-element -- a data URL has nothing to be optimised
        <img
          src={example}
          alt="Example response"
          className="max-h-80 rounded-md border border-line bg-card"
        />
      ) : (
        <Code text={JSON.stringify(example, null, 2)} language="json" />
      )}
    </div>
  );
}

function isPicture(example: unknown): example is string {
  return typeof example === 'string' && /^data:image\//.test(example);
}

const link = 'text-accent underline underline-offset-4';

/** The errors of the API as a caller sees them, and those of the portal. */
export function Errors({ responses, defs }: { responses: DescribedResponse[]; defs: Defs }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className="max-w-prose">
        <CodeText text="Errors are `application/problem+json`. If the API rejects a call, `upstream` has its status and body:" />
      </p>
      <Code text={JSON.stringify(problemExample('upstream-rejected').body, null, 2)} language="json" />
      {responses.map((response) => (
        <div key={response.status} className="grid grid-cols-1 gap-2 border-t border-line pt-4">
          <ResponseView response={response} defs={defs} path={`error-${response.status}`} />
          <Becomes status={response.status} />
        </div>
      ))}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">
          {callProblemCodes.length} error codes of calls
        </summary>
        <dl className="mt-2 divide-y divide-line border-y border-line">
          {callProblemCodes.map((code) => (
            <div key={code} className="grid gap-x-4 py-2 sm:grid-cols-[3rem_16rem_minmax(0,1fr)]">
              <dt className="contents">
                <span className="tabular-nums text-quiet">{callProblems[code].status}</span>
                <a href={`/problems/${code}`} className={`font-mono break-all ${link}`}>
                  {code}
                </a>
              </dt>
              <dd>{callProblems[code].title}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3">
          <Link href="/problems" prefetch={false} className={link}>
            All error codes
          </Link>
        </p>
      </details>
    </div>
  );
}

/** The response for this status of the API. */
function Becomes({ status }: { status: string }) {
  const code = codeFor(status);
  if (code === undefined) return null;
  return (
    <p className="text-sm text-quiet">
      Returned as {callProblems[code].status}{' '}
      <a href={`/problems/${code}`} className={`font-mono ${link}`}>
        {code}
      </a>
    </p>
  );
}

function codeFor(status: string): CallProblemCode | undefined {
  if (status === '401' || status === '403') return 'upstream-auth';
  if (status === '429') return 'upstream-busy';
  if (/^3/.test(status)) return 'upstream-redirect';
  if (/^4/.test(status)) return 'upstream-rejected';
  return /^5/.test(status) ? 'upstream-failed' : undefined;
}

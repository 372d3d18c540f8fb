import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { limitsInWords } from '../../lib/limits-in-words.ts';
import type { PlaygroundDetail } from '../../lib/playground-result.ts';
import { fieldRow, schemaRow } from '../../lib/reference/schema-row.ts';
import { requestFieldsOf, schemaOf } from '../playground/request-fields-of.ts';
import { Code } from './code.tsx';
import { SchemaTable } from './schema-table.tsx';

/** All that a call takes and gives, for reading beside an editor. */
export function Reference({ form }: { form: PlaygroundDetail }) {
  const rows = requestFieldsOf(form).map(fieldRow);
  return (
    <div className="grid grid-cols-1 gap-12">
      <Part id="request" title="Request">
        {rows.length === 0 ? (
          <p className="text-quiet">A call of this product takes no input: send an empty object.</p>
        ) : (
          <SchemaTable label="Fields of the request" rows={rows} path="input" />
        )}
      </Part>
      <Part id="response" title="Response">
        <Response response={form.response} />
      </Part>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-2">
        <Part id="charges" title="What is charged, and when">
          <PairTable
            headings={['When', 'What is charged']}
            pairs={form.charges.map(({ text }) => sentenceParts(text))}
          />
        </Part>
        <Part id="limits" title="Limits">
          <PairTable
            headings={['What', 'At most']}
            pairs={limitsInWords(form.limits).map(({ what, most }) => [capitalised(what), most])}
          />
        </Part>
      </div>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 scroll-mt-6 text-lg font-semibold">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}

type Pair = [string, string];

function PairTable({ headings, pairs }: { headings: Pair; pairs: Pair[] }) {
  return (
    <table className="w-full text-left text-sm">
      <thead className="text-xs text-quiet">
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="pr-4 pb-2 font-normal last:pr-0">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line align-baseline">
        {pairs.map(([what, value]) => (
          <tr key={what}>
            <th scope="row" className="py-2 pr-4 font-normal wrap-anywhere">
              {what}
            </th>
            <td className="w-2/5 py-2 text-quiet tabular-nums wrap-anywhere">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `The upstream fails: nothing is charged.`, in its two halves. */
function sentenceParts(text: string): Pair {
  const [what = text, ...rest] = text.split(': ');
  return [what, capitalised(rest.join(': ').replace(/\.$/, ''))];
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function Response({ response }: { response: PlaygroundDetail['response'] }) {
  const { contentType, schema, example, streams } = response;
  const shape = schemaOf(schema);
  const row = isJsonObject(shape) && saysMore(shape) ? schemaRow('answer', shape) : undefined;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        {contentType === null ? (
          'The document of this API does not say what comes back.'
        ) : (
          <>
            Answers are <code className="font-mono text-sm">{contentType}</code>
            {streams && ', or come piece by piece as server-sent events'}.
          </>
        )}
      </p>
      {row && (
        <SchemaTable
          label="Fields of the response"
          rows={row.rows.length > 0 && row.holds === 'members' ? row.rows : [row]}
          path="answer"
        />
      )}
      {example !== null && (
        <div>
          <h3 className="mb-2 text-sm font-medium">Example</h3>
          {isPicture(example) ? (
            // eslint-disable-next-line @next/next/no-img-element -- a data URL has nothing to be optimised
            <img
              src={example}
              alt="What this API may answer with"
              className="max-h-80 rounded-md border border-line bg-card"
            />
          ) : (
            <Code text={JSON.stringify(example, null, 2)} language="json" />
          )}
        </div>
      )}
    </div>
  );
}

function isPicture(example: unknown): example is string {
  return typeof example === 'string' && /^data:image\//.test(example);
}

/** Bytes have a schema that says nothing beside the content type. */
function saysMore(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => !['type', 'format', 'contentMediaType'].includes(keyword));
}

import Link from 'next/link';
import type { OperatorApi } from '../../../lib/operator/imports.ts';
import { newsText } from '../../../lib/operator/news-text.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { PageHead, Pill } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { DailySwitch, DocumentAddress, LookForNewer } from './follow-document.tsx';
import { RemoveApi } from './remove-api.tsx';

const link = 'underline underline-offset-4';

interface Props {
  api: OperatorApi;
  mayImport: boolean;
}

/** An API as operators look after it: where its document comes from, and what is newer there. */
export function ApiPage({ api, mayImport, mayPublish }: Props & { mayPublish: boolean }) {
  const { slug, name, version, keptIn, source, operations, archived, document } = api;
  const isOwn = keptIn === 'console';
  return (
    <>
      <PageHead
        title={name}
        crumb={{ href: '/operator/apis', name: 'APIs' }}
        pills={operations > 0 && archived === operations ? <Pill tone="quiet">Archived</Pill> : undefined}
        sub={
          <>
            <span className="font-mono text-xs">{slug}</span>
            <span>
              · {isOwn ? 'kept in the console' : `kept in the file ${keptIn}`}
              {source !== null && `, drafted from ${source}`} ·
            </span>
            <Link href={`/operator/products?api=${slug}`} prefetch={false} className={link}>
              Its products
            </Link>
            <span>·</span>
            <Link href={`/apis/${slug}`} prefetch={false} className={link}>
              As callers see it
            </Link>
          </>
        }
      >
        {isOwn && mayImport && document && <LookForNewer slug={slug} isMain={!document.found} />}
      </PageHead>
      <Facts>
        <Fact name="Operations" value={groupedNumber(operations)} about={countsText(api)} />
        {version !== null && <Fact name="Version" value={version} about="by its document" />}
        {document && <Fact name="Newer in its document" {...newsFact(document)} />}
      </Facts>
      <Part id="document" title="Document">
        {isOwn ? (
          <Document api={api} mayImport={mayImport} />
        ) : (
          <p className="mt-2 max-w-prose text-quiet">
            It is kept in a file. <code className="font-mono">farebox import --update</code> compares its
            folder with a newer document.
          </p>
        )}
      </Part>
      {mayPublish && <RemoveApi api={api} />}
    </>
  );
}

function countsText({ online, archived }: OperatorApi): string {
  return `${groupedNumber(online)} online${archived > 0 ? `, ${groupedNumber(archived)} archived` : ''}`;
}

function newsFact({ found, lookedAt, problem }: NonNullable<OperatorApi['document']>) {
  const about = lookedAt === null ? 'not looked at yet' : `looked ${momentText(lookedAt)} UTC`;
  if (problem !== null) return { value: 'Not readable', about };
  if (lookedAt === null) return { value: '–', about };
  if (!found) return { value: 'Nothing', about };
  return { value: groupedNumber(found.new + found.changed + found.removed), about };
}

/** Where it is, what was found there, and how often the portal looks. */
function Document({ api: { slug, name, document }, mayImport }: Props) {
  if (!document)
    return (
      <div className="mt-2 rounded-lg border border-dashed border-line px-4 py-5">
        <p className="max-w-prose text-quiet">
          It was imported from a file or a pasted text. With the address of its document, the portal can look
          for newer versions, and say what they change for callers.
        </p>
        {mayImport && (
          <p className="mt-3">
            <DocumentAddress slug={slug} name={name} address={null} isDaily={false} />
          </p>
        )}
      </div>
    );
  const { address, daily, lookedAt, problem, failures, found } = document;
  return (
    <div className="mt-2 divide-y divide-rule rounded-lg border border-line bg-card">
      {problem !== null && (
        <p role="alert" className="px-4 py-3 break-words text-bad">
          The last look failed{failures > 1 && `, the ${groupedNumber(failures)} before it, too`}: {problem}
        </p>
      )}
      {found && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
          <p className="min-w-0 flex-1 basis-64">
            <strong className="block font-medium">{newsText(found)}</strong>
            <span className="text-dense text-quiet">
              Read {momentText(found.at)} UTC. Nothing changes until you take it.
            </span>
          </p>
          <Link
            href={`/operator/imports/${found.import}`}
            prefetch={false}
            className="button button-main max-rail:w-full"
          >
            Compare and take
          </Link>
        </div>
      )}
      {!found && problem === null && lookedAt !== null && (
        <p className="px-4 py-3">Nothing is newer: looked {momentText(lookedAt)} UTC.</p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
        <p className="min-w-0 flex-1 basis-64">
          <span className="block text-dense text-quiet">Address</span>
          <span className="font-mono text-dense break-all">{address}</span>
        </p>
        {mayImport && <DocumentAddress {...{ slug, name, address }} isDaily={daily} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
        <p className="min-w-0 flex-1 basis-64">
          <span className="block font-medium">
            {daily ? 'The portal looks there every day' : 'Nobody looks there but you'}
          </span>
          <span className="text-dense text-quiet">
            A look changes nothing. If it fails three times in a row, the overview says so.
          </span>
        </p>
        {mayImport && <DailySwitch {...{ slug, name, address }} isDaily={daily} />}
      </div>
    </div>
  );
}

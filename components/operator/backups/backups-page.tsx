'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BackupList } from '../../../lib/operator/backups.ts';
import { countOf, sizeText } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { useAction } from '../../confirmation/use-action.ts';
import { fetching, fetchJson } from '../../fetch-json.ts';
import { textOf } from '../../people/fields.tsx';
import { ProblemError } from '../../problem-error.ts';
import { Confirmation } from '../../shell/confirmation.tsx';
import { CopyButton } from '../../shell/copy-button.tsx';
import { TitledModal } from '../../shell/modal.tsx';
import { ReasonField } from '../parts/change-button.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { cell, figure, Named, NoRows, Rows, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

interface Props {
  initial: BackupList;
  /** Whether the data is a file, whose size is known. */
  isFile: boolean;
}

const pollEveryMs = 1_000;
const key = ['operator-backups'];

/** What there is to go back to, and a new one at a press. It goes on if the page is left. */
export function BackupsPage({ initial, isFile }: Props) {
  const act = useAction();
  const client = useQueryClient();
  const { data } = useQuery<BackupList>({
    queryKey: ['operator-backups'],
    queryFn: fetching('GET /api/operator/backups', {}),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.running ? pollEveryMs : false),
  });
  const making = useMutation({
    mutationFn: () => act('POST /api/operator/backups', { body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const { list, running, failure, restoration, folder } = data;
  const button = (
    <button
      type="button"
      disabled={making.isPending || running !== null}
      onClick={() => making.mutate()}
      className="with-script button button-main"
    >
      Back up now
    </button>
  );
  return (
    <>
      <PageHead title="Backups" sub={`In ${folder}`}>
        {button}
      </PageHead>
      <p className="mt-4 max-w-prose text-dense text-quiet">
        A backup has all data of the portal, and is made while it works. The secret of the portal is not in
        it: keep that elsewhere, and copy the files to another machine.
        {isFile ? '' : ' pg_dump makes it, so that has to be on the machine of the portal.'}
      </p>
      {making.error && (
        <p role="alert" className="mt-4 text-bad">
          {making.error.message}
        </p>
      )}
      {restoration && <Restored restoration={restoration} />}
      {running && <Progress running={running} />}
      {failure && !running && (
        <p role="alert" className="mt-4 max-w-prose rounded-lg border border-bad p-4 break-words">
          <strong>The last backup failed</strong>, at {momentText(failure.at)} UTC on {failure.machine}.{' '}
          {failure.problem}
        </p>
      )}
      {list.length === 0 ? (
        !running && <NoRows action={button}>There is no backup yet.</NoRows>
      ) : (
        <Table list={list} restores={data.restores} />
      )}
    </>
  );
}

/** What became of the last way back. */
function Restored({
  restoration: { name, at, aside, problem },
}: {
  restoration: NonNullable<BackupList['restoration']>;
}) {
  if (problem !== null)
    return (
      <p role="alert" className="mt-4 max-w-prose rounded-lg border border-bad p-4 break-words">
        <strong>The portal could not go back to {name}</strong>, at {momentText(at)} UTC. {problem} The data
        is as it was.
      </p>
    );
  return (
    <p className="mt-4 max-w-prose rounded-lg border border-good bg-card p-4 break-words">
      <strong>The portal went back to {name}</strong>, at {momentText(at)} UTC.
      {aside !== null && ` The data until then is kept in ${aside}, in the data folder.`}
    </p>
  );
}

function Progress({ running: { name, bytes, of } }: { running: NonNullable<BackupList['running']> }) {
  const isKnown = of !== null && of > 0;
  return (
    <section aria-label="Progress" className="mt-4 max-w-3xl rounded-lg border border-line bg-card p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="min-w-0 break-all">Writing {name}</strong>
        <span role="status" className="text-quiet tabular-nums">
          {isKnown ? `${sizeText(bytes)} of about ${sizeText(of)}` : sizeText(bytes)}
        </span>
      </p>
      <progress
        aria-label={`Writing ${name}`}
        max={isKnown ? of : undefined}
        value={isKnown ? Math.min(bytes, of) : undefined}
        className="mt-3 h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent"
      />
    </section>
  );
}

const kinds = { backup: 'Backup', 'before-update': 'Before an update' } as const;

function Table({ list, restores }: Pick<BackupList, 'list' | 'restores'>) {
  const [restored, setRestored] = useState<BackupList['list'][number]>();
  const columns = [
    { title: 'Backup' },
    { title: 'Made', className: `${wide} w-40` },
    { title: 'Kind', className: `${wide} w-40` },
    { title: 'Size', className: `${wide} w-24`, isFigure: true },
    { title: 'Actions', className: 'w-28', isHidden: true },
  ];
  return (
    <>
      <Rows caption="Backups" columns={columns}>
        {list.map((backup) => {
          const { name, file, machine, kind, bytes, madeAt } = backup;
          return (
            <tr key={`${machine} ${kind} ${name}`}>
              <td className={cell}>
                <Named
                  name={<span className="font-mono text-xs break-all">{name}</span>}
                  {...(file === null && { more: `on ${machine}` })}
                  below={`${kinds[kind]}, ${sizeText(bytes)}${file === null ? `, on ${machine}` : ''}`}
                />
              </td>
              <td className={wideCell}>
                <When at={madeAt} hasTime />
              </td>
              <td className={`${wideCell} text-quiet`}>{kinds[kind]}</td>
              <td className={`${wideCell} ${figure}`}>{sizeText(bytes)}</td>
              <td className={`${cell} text-right`}>
                <button
                  type="button"
                  onClick={() => setRestored(backup)}
                  className="with-script button button-small"
                >
                  Restore…<span className="sr-only"> {name}</span>
                </button>
              </td>
            </tr>
          );
        })}
      </Rows>
      <p className="mt-3 text-dense text-quiet">{countOf(list.length, 'backup')}. Times are in UTC.</p>
      {restored && restores && restored.file !== null ? (
        <Restore backup={restored} close={() => setRestored(undefined)} />
      ) : (
        restored && <HowToRestore backup={restored} close={() => setRestored(undefined)} />
      )}
    </>
  );
}

/** The portal stops, goes back, and starts again: this page waits for it. */
function Restore({
  backup: { name, madeAt },
  close,
}: {
  backup: BackupList['list'][number];
  close: () => void;
}) {
  const act = useAction();
  const [isWaiting, setIsWaiting] = useState(false);
  async function restore(fields: FormData) {
    const body = { reason: textOf(fields, 'reason') };
    const { id } = await act('POST /api/operator/backups/{name}/restoration', { params: { name }, body });
    setIsWaiting(true);
    await untilRestored(id);
    window.location.reload();
  }
  if (isWaiting)
    return (
      <TitledModal label="Going back" close={close} refuseToClose={() => {}}>
        <p role="status" className="mt-2">
          The portal stops when the calls under way have ended, goes back to {momentText(madeAt)} UTC, and
          starts again. This page waits for it.
        </p>
      </TitledModal>
    );
  return (
    <Confirmation
      title="Go back to a backup"
      action="Restore"
      act={restore}
      close={close}
      nameToType="restore"
      fields={(faults) => <ReasonField fault={faults['reason']} />}
    >
      <p>
        All data of the portal is replaced with that of <strong>{momentText(madeAt)} UTC</strong>: calls,
        credits, accounts and changes of later are not in it. The data of now is kept beside it, as a file.
      </p>
      <p>The portal stops for some seconds. Who signed in after the backup has to sign in again.</p>
    </Confirmation>
  );
}

/** Resolves when the portal answers from what it went back to, or knows nobody here any more. */
async function untilRestored(id: string): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
    try {
      if ((await fetchJson('GET /api/operator/backups', {})).restoration?.id === id) return;
    } catch (error) {
      // Until it is there again, nothing answers.
      if (error instanceof ProblemError && error.problem.code !== 'unavailable') return;
    }
  }
}

/** The data cannot be replaced below a portal that works with it. */
function HowToRestore({
  backup: { name, file, machine, madeAt },
  close,
}: {
  backup: BackupList['list'][number];
  close: () => void;
}) {
  const command = `npm run farebox -- restore ${quoted(file ?? name)}`;
  return (
    <TitledModal label="Restore a backup" close={close}>
      <div className="mt-2 grid grid-cols-1 gap-3">
        <p>
          All data of the portal is replaced with that of <strong>{momentText(madeAt)} UTC</strong>: calls,
          credits and accounts of later are not in it. The data of now is kept beside it.
        </p>
        <p>
          Stop the portal, run this on {file === null ? machine : 'its machine'} in its folder, and start it
          again:
        </p>
        <p className="rounded-md border border-line bg-sunk p-3 font-mono text-sm break-all select-all">
          {command}
        </p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={command} label="Copy the command" />
          <button type="button" onClick={close} className="button">
            Close
          </button>
        </div>
      </div>
    </TitledModal>
  );
}

/** As a shell takes it. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

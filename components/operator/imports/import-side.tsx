import { MayAllow } from '../parts/change-button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { messageOf, ProblemError } from '../../problem-error.ts';
import { SetCredentialButton } from '../credentials/credential-dialog.tsx';
import { importKey, useChoices } from './import-options.ts';
import { priceOf } from './row-controls.tsx';

interface Props {
  id: string;
  document: NonNullable<ImportDetail['document']>;
  maySetCredentials: boolean;
  /** What is published keeps its price, and the API its name. */
  isNewer: boolean;
}

/** What holds for all operations: a price, credentials, servers, and the API that they make up. */
export function ImportSide({ id, document, maySetCredentials, isNewer }: Props) {
  const { credentials, servers, api } = document;
  const missing = credentials.filter(({ isMissing }) => isMissing).length;
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: importKey(id) });
  return (
    <div className="grid content-start gap-4">
      {!isNewer && (
        <Card title="Price for all">
          <PriceForAll id={id} />
        </Card>
      )}
      {credentials.length > 0 && (
        <Card title="Credentials" note={missing > 0 ? `${missing} missing` : 'All set'}>
          <ul className="grid gap-2 text-sm">
            {credentials.map(({ name, type, operations, isMissing }) => (
              <li key={name} className="flex min-w-0 flex-wrap items-center justify-between gap-2">
                <span className="min-w-0">
                  <code className="font-mono text-[0.8125rem] break-all">{name}</code>
                  <span className="block text-quiet">
                    {type} for {countOf(operations, 'operation')},{' '}
                    <span className={isMissing ? 'text-warn' : 'text-good'}>
                      {isMissing ? 'missing' : 'set'}
                    </span>
                  </span>
                </span>
                {maySetCredentials && isMissing && (
                  <SetCredentialButton name={name} onStored={(isStored) => isStored && renew()} />
                )}
              </li>
            ))}
          </ul>
          {missing > 0 && (
            <p className="mt-3 text-sm text-quiet">
              {!maySetCredentials && 'Only owners can set them. '}What needs a missing credential cannot go
              online. Its draft can be created all the same.
            </p>
          )}
        </Card>
      )}
      <Card title="All of them">
        <div className="grid gap-4">
          {servers.map((server) => (
            <Stored
              key={server.from}
              id={id}
              label={servers.length > 1 ? `Server instead of ${server.from}` : 'Server'}
              value={server.to}
              warning={server.problem}
              body={(to) => ({ server: { from: server.from, to } })}
            />
          ))}
          {!isNewer && <ApiNames id={id} api={api} />}
        </div>
      </Card>
    </div>
  );
}

/** The API that its products make up. */
function ApiNames({ id, api }: { id: string; api: Props['document']['api'] }) {
  return (
    <>
      <Stored
        id={id}
        label="Name of the API"
        value={api.name}
        warning={null}
        body={(name) => ({ api: { name } })}
      />
      <Stored
        id={id}
        label="Slug of the API"
        value={api.slug}
        warning={api.problem}
        body={(slug) => ({ api: { slug } })}
      />
    </>
  );
}

function Card({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-card">
      <div className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 className="font-semibold">{title}</h2>
        {note !== undefined && <p className="text-sm text-quiet">{note}</p>}
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}

function PriceForAll({ id }: { id: string }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [stored, setStored] = useState('');
  const { mutate, isPending, isSuccess } = useChoices(id);
  const store = () => {
    const price = priceOf(text);
    const isWrong = typeof price === 'string' || price === null;
    setFault(isWrong ? (price ?? 'Enter a whole number of credits, or 0 for free.') : undefined);
    if (isWrong) return;
    setStored(text);
    const onError = (error: Error) => setFault(messageOf(error));
    mutate({ choices: [{ onlyChosen: true, price }] }, { onError });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        store();
      }}
    >
      <div className="flex gap-2">
        <input
          aria-label="Credits for each call"
          aria-invalid={fault !== undefined}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          // As the prices of rows are: who goes on means what is typed.
          onBlur={() => text !== stored && store()}
          className="field max-w-24 text-right tabular-nums"
        />
        <button type="submit" disabled={isPending} className="button flex-1">
          Set for all chosen
        </button>
      </div>
      {fault !== undefined && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {fault}
        </p>
      )}
      <p role="status" className="mt-2 text-sm text-quiet">
        {isSuccess ? 'Set.' : 'Credits for each call; 0 is free.'}
      </p>
    </form>
  );
}

interface StoredProps {
  id: string;
  label: string;
  value: string;
  /** What is wrong with the stored value. */
  warning: string | null;
  body: (value: string) => Parameters<ReturnType<typeof useChoices>['mutate']>[0];
}

/** A field that is stored when it is left. */
function Stored({ id, label, value, warning, body }: StoredProps) {
  const [text, setText] = useState<string>();
  const { mutate, error, reset } = useChoices(id);
  const fault = error && (error instanceof ProblemError ? error.problem.errors?.[0]?.detail : undefined);
  const store = () => {
    if (text === undefined) return;
    if (text.trim() === value) return setText(undefined);
    mutate(body(text.trim()), { onSuccess: () => setText(undefined) });
  };
  const says = fault ?? error?.message ?? (text === undefined ? warning : null);
  return (
    <div>
      <label className="grid gap-1 text-sm font-medium">
        {label}
        <input
          value={text ?? value}
          spellCheck={false}
          aria-invalid={says !== null}
          onChange={({ target }) => {
            reset();
            setText(target.value);
          }}
          onBlur={store}
          onKeyDown={({ key }) => key === 'Enter' && store()}
          className="field font-normal"
        />
      </label>
      {says !== null && (
        <p role={error ? 'alert' : undefined} className="mt-1 text-sm break-words text-bad">
          <MayAllow text={says} />
        </p>
      )}
    </div>
  );
}

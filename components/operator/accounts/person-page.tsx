import Link from 'next/link';
import type { ReactNode } from 'react';
import type { PersonDetail } from '../../../lib/operator/people.ts';
import { momentText } from '../../../lib/text/times.ts';
import { Part } from '../part.tsx';
import {
  EndSessions,
  ErasePerson,
  ExportButton,
  PasswordLinkForm,
  ResetFactors,
  RoleForm,
} from './person-actions.tsx';

/** A person: their role and sessions, and what an owner can do about them. Of one who was erased there is a pseudonym. */
export function PersonPage({ person, mayChange }: { person: PersonDetail; mayChange: boolean }) {
  const { id, name, email, operatorRole, hasPassword, addressProven, createdAt, erasedAt, devices } = person;
  const mayActOn = mayChange && erasedAt === null;
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight break-words">{name}</h1>
      <p className="mt-1 break-words text-quiet">
        {erasedAt === null
          ? `${email} · ${operatorRole === null ? 'not an operator' : `operator (${operatorRole})`}`
          : `Erased ${momentText(erasedAt)} UTC. The history of this person is kept.`}
      </p>
      <p className="text-sm text-quiet">
        <span className="font-mono break-all">{id}</span> · created {momentText(createdAt)} UTC
      </p>
      {!hasPassword && erasedAt === null && (
        <p className="mt-2 text-warn">This person has not chosen a password yet.</p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Link href={`/operator/audit?actor=${id}`} className="py-1 text-accent underline underline-offset-4">
          Changes by this person
        </Link>
        <Link href={`/operator/audit?target=${id}`} className="py-1 text-accent underline underline-offset-4">
          Changes to this person
        </Link>
      </p>
      <div className="mt-4 grid gap-x-10 lg:grid-cols-2">
        {mayActOn && (
          <Part id="role" title="Role">
            <RoleForm personId={id} role={operatorRole} />
          </Part>
        )}
        {mayActOn && (
          <Part id="link" title="Link to choose a password">
            <PasswordLinkForm personId={id} isFirst={!addressProven} />
          </Part>
        )}
        {mayActOn && (
          <Part id="factors" title="Second factor">
            <p className="mt-2 text-quiet">
              For people who lost their device. Removes the authenticator app, recovery codes and passkeys,
              and ends all sessions.
            </p>
            <ResetFactors person={person} />
          </Part>
        )}
      </div>
      <Sessions devices={devices}>
        {mayActOn && devices.length > 0 && <EndSessions person={person} />}
      </Sessions>
      {mayActOn && <PersonalDataParts person={person} />}
    </>
  );
}

/** Where the person is signed in. `children`: what ends that. */
function Sessions({ devices, children }: { devices: PersonDetail['devices']; children: ReactNode }) {
  return (
    <Part id="sessions" title="Sessions">
      {devices.length === 0 ? (
        <p className="mt-2 text-quiet">Not signed in anywhere.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {devices.map((session) => (
            <li key={session.id} className="py-3">
              <p className="font-medium">{session.device}</p>
              <p className="text-sm text-quiet">
                Signed in {momentText(session.createdAt)}, last used {momentText(session.lastSeenAt)} UTC
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="max-w-xl">{children}</div>
    </Part>
  );
}

/** Saves the data of the person, or erases them. */
function PersonalDataParts({ person }: { person: PersonDetail }) {
  return (
    <div className="grid gap-x-10 lg:grid-cols-2">
      <Part id="data" title="Data">
        <p className="mt-2 mb-3 text-quiet">
          Everything the portal stores about this person, without secrets.
        </p>
        <ExportButton personId={person.id} />
      </Part>
      <Part id="erase" title="Erase">
        <p className="mt-2 mb-3 text-quiet">
          Deletes name, address, sessions and sign-in, and revokes the person’s API keys. Accounts without
          other members are closed. Credits, calls and receipts stay under a pseudonym. This cannot be undone.
        </p>
        <ErasePerson person={person} />
      </Part>
    </div>
  );
}

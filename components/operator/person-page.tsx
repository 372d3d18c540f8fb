import Link from 'next/link';
import type { PersonDetail } from '../../lib/operator/people.ts';
import { momentText } from '../../lib/view/moment-text.ts';
import { Part } from './part.tsx';
import { PasswordLinkForm, RoleForm, SignOutForm } from './person-actions.tsx';

/** A person: their role and sessions, and what an owner can do about them. */
export function PersonPage({ person, mayChange }: { person: PersonDetail; mayChange: boolean }) {
  const { id, name, email, operatorRole, hasPassword, createdAt, devices } = person;
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight break-words">{name}</h1>
      <p className="mt-1 break-words text-quiet">
        {email} · {operatorRole === null ? 'no operator' : `operator (${operatorRole})`}
      </p>
      <p className="text-sm text-quiet">
        <span className="font-mono break-all">{id}</span> · created {momentText(createdAt)} UTC
      </p>
      {!hasPassword && <p className="mt-2 text-warn">This person has not chosen a password yet.</p>}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Link href={`/operator/audit?actor=${id}`} className="py-1 text-accent underline underline-offset-4">
          What they changed
        </Link>
        <Link href={`/operator/audit?target=${id}`} className="py-1 text-accent underline underline-offset-4">
          What was changed of them
        </Link>
      </p>
      <div className="mt-4 grid gap-x-10 lg:grid-cols-2">
        {mayChange && (
          <Part id="role" title="Role">
            <RoleForm personId={id} role={operatorRole} />
          </Part>
        )}
        {mayChange && (
          <Part id="link" title="Link to choose a password">
            <PasswordLinkForm personId={id} />
          </Part>
        )}
      </div>
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
        {mayChange && devices.length > 0 && (
          <div className="max-w-xl">
            <SignOutForm personId={id} />
          </div>
        )}
      </Part>
    </>
  );
}

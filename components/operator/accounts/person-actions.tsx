'use client';

import { type ReactNode, useState } from 'react';
import type { OperatorRole } from '../../../lib/account/session.ts';
import { DownloadButton } from '../../download-button.tsx';
import { useConfirmed } from '../../confirmation/use-action.ts';
import { FormDialog } from '../../shell/confirmation.tsx';
import { MenuButton, MenuGroup } from '../../shell/header/menu.tsx';
import { keyIcon, mailIcon, penIcon } from '../../shell/icon-paths.ts';
import { ActionsMenu } from '../parts/page-head.tsx';
import { TitledModal } from '../../shell/modal.tsx';
import { useToast } from '../../shell/toast.tsx';
import { Danger, DangerZone } from '../parts/danger-zone.tsx';
import { DangerDialog } from '../parts/danger-button.tsx';
import { LinkToCopy } from '../parts/part.tsx';
import { textOf } from '../../people/fields.tsx';
import { usePortalFacts } from '../../portal-facts.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { PersonAddressDialog, PersonNameDialog } from './person-forms.tsx';
import { RoleField } from './new-operator.tsx';

interface Person {
  id: string;
  name: string;
}

/** A button that opens a dialog. */
function Opener({
  label,
  look = '',
  dialog,
}: {
  label: string;
  look?: string;
  dialog: (close: () => void) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className={`with-script button ${look}`}>
        {label}
      </button>
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}

interface HeadProps {
  person: Person & { email: string; operatorRole: OperatorRole | null; addressProven: boolean };
}

type Opened = 'name' | 'address' | 'link' | 'role';

/** What an owner does with a person, besides what is dangerous: the orange button, and a menu. */
export function PersonActions({ person }: HeadProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { id } = person;
  return (
    <>
      <ExportButton personId={id} />
      <ActionsMenu>
        <MenuGroup label="Change" className="with-script">
          <MenuButton icon={penIcon} onClick={() => setOpened('name')}>
            Change name…
          </MenuButton>
          <MenuButton icon={mailIcon} onClick={() => setOpened('address')}>
            Change address…
          </MenuButton>
          <MenuButton icon={keyIcon} onClick={() => setOpened('link')}>
            Link to choose a password…
          </MenuButton>
        </MenuGroup>
      </ActionsMenu>
      <button type="button" onClick={() => setOpened('role')} className="with-script button button-main">
        Change role…
      </button>
      {opened !== null && <OpenedDialog opened={opened} person={person} close={() => setOpened(null)} />}
    </>
  );
}

function OpenedDialog({ opened, person, close }: HeadProps & { opened: Opened; close: () => void }) {
  switch (opened) {
    case 'name':
      return <PersonNameDialog {...{ person, close }} />;
    case 'address':
      return <PersonAddressDialog {...{ person, close }} />;
    case 'link':
      return <PasswordLinkDialog personId={person.id} isFirst={!person.addressProven} close={close} />;
    case 'role':
      return <RoleDialog person={person} role={person.operatorRole} close={close} />;
  }
}

/** Changes the role of a person. */
export function RoleDialog({
  person: { id, name, addressProven },
  role,
  close,
}: {
  person: Omit<HeadProps['person'], 'operatorRole' | 'email'>;
  role: OperatorRole | null;
  close: () => void;
}) {
  const { change } = useChange();
  const say = useToast();
  const [chosen, setChosen] = useState<string>(role ?? '');
  const losesKeys = role !== null && chosen === '';
  const losesWays = role === null && chosen !== '' && !addressProven;
  const [needsLink, setNeedsLink] = useState(false);
  const submit = async (fields: FormData) => {
    const body = { operatorRole: textOf(fields, 'operatorRole') || null, ...reasonOf(fields) };
    await change('POST /api/operator/people/{person_id}/role', { params: { person_id: id }, body });
    say(`The role of ${name} was changed.`);
    if (losesWays) setNeedsLink(true);
    else close();
  };
  if (needsLink) return <PasswordLinkDialog personId={id} isFirst={false} close={close} />;
  return (
    <FormDialog
      title={`The role of ${name}`}
      action="Change role"
      submit={submit}
      close={close}
      isDanger={losesKeys || losesWays}
    >
      {(faults) => (
        <>
          <RoleField role={role} none="Not an operator" onRole={setChosen} />
          {losesKeys && (
            <p role="alert" className="text-sm text-bad">
              The operator keys of this person stop working immediately and cannot be restored.
            </p>
          )}
          {losesWays && (
            <p role="alert" className="text-sm text-bad">
              Nobody has verified the email address of {name} yet, and the role is for whoever has that
              address. Password, second factor, passkeys, identities and sessions of before end. Next, make a
              link with which {name} chooses a new password.
            </p>
          )}
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}

/** Makes a link by which a person chooses a password. */
export function PasswordLinkDialog({
  personId,
  isFirst,
  close,
}: {
  personId: string;
  isFirst: boolean;
  close: () => void;
}) {
  const { change } = useChange();
  const { sendsMail } = usePortalFacts();
  const [link, setLink] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const given = { params: { person_id: personId }, body: reasonOf(fields) };
    setLink((await change('POST /api/operator/people/{person_id}/password-link', given)).link);
  }
  if (link !== null)
    return (
      <TitledModal label="The link" close={close}>
        <LinkToCopy
          link={link}
          about={`The link works once, for seven days. ${sendsMail ? 'It was also emailed.' : 'This portal does not send email: send it to the person yourself.'}`}
        />
      </TitledModal>
    );
  return (
    <FormDialog
      title="Link to choose a password"
      action="Create link"
      submit={submit}
      close={close}
      about={
        isFirst && (
          <p className="text-warn">
            The email address of this person is not verified yet. The first use of a link verifies it, and
            ends everything that was set up before: password, second factor, passkeys, identities and
            sessions.
          </p>
        )
      }
    >
      {(faults) => <ReasonField fault={faults['reason']} isOptional />}
    </FormDialog>
  );
}

/** Saves the data of a person. */
function ExportButton({ personId }: { personId: string }) {
  return (
    <DownloadButton
      address={`/api/operator/people/${personId}/export`}
      fileName={`farebox-${personId}.json`}
      label="Save the data"
      confirmed={useConfirmed()}
      className="button"
    />
  );
}

/** Ends all sessions of a person. */
export function EndSessions({ person: { id, name } }: { person: Person }) {
  return (
    <Opener
      label="End all sessions…"
      look="button-small text-bad"
      dialog={(close) => (
        <DangerDialog
          action="End all sessions"
          title="End all sessions?"
          isReasonOptional
          route="POST /api/operator/people/{person_id}/sign-out"
          params={{ person_id: id }}
          close={close}
        >
          <p className="break-words">
            <strong>{name}</strong> is signed out on every device at once, and has to sign in again.
          </p>
        </DangerDialog>
      )}
    />
  );
}

/** Last on the page. */
export function PersonDanger({ person: { id, name } }: { person: Person }) {
  const say = useToast();
  return (
    <DangerZone>
      <Danger
        title="Reset the second factor"
        about="For people who lost their device. Removes the authenticator app, recovery codes and passkeys, and ends all sessions."
      >
        <Opener
          label="Reset second factor…"
          look="button-danger"
          dialog={(close) => (
            <DangerDialog
              action="Reset second factor"
              title="Reset the second factor?"
              isReasonOptional
              route="POST /api/operator/people/{person_id}/factor-reset"
              params={{ person_id: id }}
              close={close}
              onDone={({ reset }) =>
                say(
                  reset
                    ? 'The second factor and the passkeys were removed.'
                    : 'This person has no second factor and no passkeys.',
                )
              }
            >
              <p className="break-words">
                The authenticator app, recovery codes and passkeys of <strong>{name}</strong> are removed, and
                all their sessions end. This cannot be undone.
              </p>
            </DangerDialog>
          )}
        />
      </Danger>
      <Danger
        title="Erase the person"
        about="Deletes name, address, sessions and sign-in, and revokes the person’s API keys. Accounts without other members are closed. Credits, calls and receipts stay under a pseudonym. This cannot be undone."
      >
        <Opener
          label="Erase this person…"
          look="button-danger"
          dialog={(close) => (
            <DangerDialog
              action="Erase this person"
              title={`Erase ${name}?`}
              nameToType={name}
              route="POST /api/operator/people/{person_id}/erasure"
              params={{ person_id: id }}
              close={close}
            >
              <p className="break-words">
                <strong>{name}</strong> loses name, address, sessions, sign-in and API keys, and accounts
                without other members are closed. This cannot be undone.
              </p>
            </DangerDialog>
          )}
        />
      </Danger>
    </DangerZone>
  );
}

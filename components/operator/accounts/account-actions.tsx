'use client';

import { useState } from 'react';
import type { AccountDetail } from '../../../lib/operator/accounts.ts';
import { creditsText } from '../../../lib/text/numbers.ts';
import {
  callsIcon,
  eyeIcon,
  keyIcon,
  penIcon,
  ledgerIcon,
  personIcon,
  settingsIcon,
  shieldIcon,
} from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { MenuButton, MenuGroup, MenuLink } from '../../shell/header/menu.tsx';
import { Danger, DangerZone } from '../parts/danger-zone.tsx';
import { ActionsMenu } from '../parts/page-head.tsx';
import {
  CapDialog,
  CloseDialog,
  GrantDialog,
  RenameDialog,
  ReopenDialog,
  SeeAsDialog,
  SuspendDialog,
  whatEnds,
} from './account-forms.tsx';
import { NewKeyDialog } from './account-keys.tsx';
import { InviteDialog } from './account-members.tsx';

export type AccountRights = Record<
  | 'grant'
  | 'suspend'
  | 'close'
  | 'reopen'
  | 'cap'
  | 'rename'
  | 'invite'
  | 'inviteMore'
  | 'withdraw'
  | 'changeKeys'
  | 'revokeOperatorKeys'
  | 'seeAs'
  | 'exportCalls'
  | 'exportAccounts',
  boolean
>;

type Account = Pick<
  AccountDetail,
  'id' | 'name' | 'available' | 'suspendedAt' | 'limits' | 'members' | 'keys'
>;

type Opened = 'rename' | 'grant' | 'limits' | 'see-as' | 'suspend' | 'close' | 'reopen' | 'invite' | 'key';

interface Props {
  account: Account;
  may: AccountRights;
}

/** What an operator can do with an account: the orange button, and a menu. Each opens a dialog. */
export function AccountActions({ account, may }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { suspendedAt } = account;
  return (
    <>
      {may.seeAs && (
        <button
          type="button"
          onClick={() => setOpened('see-as')}
          className="with-script button max-rail:hidden"
        >
          <Icon path={eyeIcon} />
          View as a member…
        </button>
      )}
      <AccountMenu account={account} may={may} open={setOpened} />
      {may.suspend && suspendedAt !== null && (
        <button type="button" onClick={() => setOpened('suspend')} className="with-script button">
          End the suspension…
        </button>
      )}
      {may.reopen && (
        <button type="button" onClick={() => setOpened('reopen')} className="with-script button">
          Reopen…
        </button>
      )}
      {may.grant && (
        <button type="button" onClick={() => setOpened('grant')} className="with-script button button-main">
          Add credits…
        </button>
      )}
      {opened !== null && <Opened opened={opened} account={account} close={() => setOpened(null)} />}
    </>
  );
}

function AccountMenu({ account, may, open }: Props & { open: (dialog: Opened) => void }) {
  const { id, suspendedAt, members } = account;
  const mayInvite = members.length === 0 ? may.invite : may.inviteMore;
  return (
    <ActionsMenu>
      <MenuGroup label="Change" className="with-script">
        {may.rename && (
          <MenuButton icon={penIcon} onClick={() => open('rename')}>
            Rename…
          </MenuButton>
        )}
        {may.cap && (
          <MenuButton icon={settingsIcon} onClick={() => open('limits')}>
            Spending limits…
          </MenuButton>
        )}
        {mayInvite && (
          <MenuButton icon={personIcon} onClick={() => open('invite')}>
            Invite a member…
          </MenuButton>
        )}
        {may.changeKeys && (
          <MenuButton icon={keyIcon} onClick={() => open('key')}>
            Create a key…
          </MenuButton>
        )}
        {may.seeAs && (
          <MenuButton icon={eyeIcon} onClick={() => open('see-as')} className="rail:hidden">
            View it as a member…
          </MenuButton>
        )}
      </MenuGroup>
      <MenuGroup label="See">
        <MenuLink href={`/operator/calls?account=${id}`} icon={callsIcon}>
          Its calls
        </MenuLink>
        <MenuLink href={`/operator/entries?account=${id}`} icon={ledgerIcon}>
          Its ledger
        </MenuLink>
        <MenuLink href={`/operator/keys?account=${id}`} icon={keyIcon}>
          Its keys
        </MenuLink>
        <MenuLink href={`/operator/audit?target=${id}`} icon={shieldIcon}>
          Changes to this account
        </MenuLink>
      </MenuGroup>
      <DangerItems maySuspend={may.suspend && suspendedAt === null} mayClose={may.close} open={open} />
    </ActionsMenu>
  );
}

function DangerItems({
  maySuspend,
  mayClose,
  open,
}: {
  maySuspend: boolean;
  mayClose: boolean;
  open: (dialog: 'suspend' | 'close') => void;
}) {
  if (!maySuspend && !mayClose) return null;
  return (
    <MenuGroup label="Danger" className="with-script">
      {maySuspend && (
        <MenuButton onClick={() => open('suspend')} className="text-bad">
          Suspend the account…
        </MenuButton>
      )}
      {mayClose && (
        <MenuButton onClick={() => open('close')} className="text-bad">
          Close the account…
        </MenuButton>
      )}
    </MenuGroup>
  );
}

function Opened({ opened, account, close }: { opened: Opened; account: Account; close: () => void }) {
  const { id, available, suspendedAt, limits, members } = account;
  switch (opened) {
    case 'grant':
      return <GrantDialog {...{ account, available, close }} />;
    case 'rename':
      return <RenameDialog {...{ account, close }} />;
    case 'close':
      return <CloseDialog {...{ account, close }} />;
    case 'reopen':
      return <ReopenDialog {...{ account, close }} />;
    case 'limits':
      return <CapDialog {...{ account, limits, close }} />;
    case 'see-as':
      return <SeeAsDialog {...{ account, close }} />;
    case 'suspend':
      return <SuspendDialog {...{ account, close }} isSuspended={suspendedAt !== null} />;
    case 'invite':
      return <InviteDialog accountId={id} role={members.length === 0 ? 'owner' : 'member'} close={close} />;
    case 'key':
      return <NewKeyDialog accountId={id} close={close} />;
  }
}

/** Last on the page. */
export function AccountDanger({ account, may }: Props) {
  const [opened, setOpened] = useState<'suspend' | 'close' | null>(null);
  return (
    <DangerZone>
      {may.suspend && account.suspendedAt === null && (
        <Danger
          title="Suspend the account"
          about="Its API keys are refused immediately, and its members cannot make calls or add anything. It keeps its credits; it can be undone."
        >
          <button
            type="button"
            onClick={() => setOpened('suspend')}
            className="with-script button button-danger"
          >
            Suspend…
          </button>
        </Danger>
      )}
      {may.close && (
        <Danger
          title="Close the account"
          about={`${whatEnds(account)}${account.available > 0 ? ` ${creditsText(account.available)} stay unused.` : ''}`}
        >
          <button
            type="button"
            onClick={() => setOpened('close')}
            className="with-script button button-danger"
          >
            Close…
          </button>
        </Danger>
      )}
      {opened !== null && <Opened opened={opened} account={account} close={() => setOpened(null)} />}
    </DangerZone>
  );
}

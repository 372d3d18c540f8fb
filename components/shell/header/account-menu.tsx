'use client';

import { useMutation } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { mayRole } from '../../../lib/account/roles.ts';
import type { Session } from '../../../lib/account/session.ts';
import { useChangeOfCaller } from '../../keys/use-change-of-caller.ts';
import { Avatar } from '../avatar.tsx';
import {
  callsIcon,
  checkIcon,
  keyIcon,
  peopleIcon,
  personIcon,
  signOutIcon,
  terminalIcon,
  ticketIcon,
} from '../icon-paths.ts';
import { downIcon, Icon } from '../icons.tsx';
import { Menu, MenuButton, MenuGroup, MenuLink } from './menu.tsx';
import { menuButton, Pages, ThemeItems } from './pages-menu.tsx';

/** Who is signed in, for which account, and all that is theirs. Loaded for those who are. */
export function AccountMenu({ session }: { session: Session }) {
  const { account, person, seeing } = session;
  const name = person?.name ?? account?.name ?? '';
  const said = person && account ? `${person.name}, ${account.name}` : name;
  return (
    <Menu
      label="Account menu"
      buttonName={seeing ? `Viewing ${said}` : `Signed in as ${said}`}
      button={
        <>
          <Avatar name={name} size={28} isSquare={person === null} />
          <span className="max-w-32 truncate text-sm max-lg:hidden">{account?.name ?? name}</span>
          <Icon path={downIcon} className="size-3.5 text-quiet max-rail:hidden" />
        </>
      }
      buttonClassName={`${menuButton} rail:border rail:border-line rail:bg-card rail:pr-2 rail:pl-1`}
    >
      <div className="flex items-center gap-3 p-2">
        <Avatar name={name} size={40} isSquare={person === null} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-dense text-quiet">
            {person?.email ?? (seeing ? 'As its members see it' : `With the key ${session.key?.name ?? ''}`)}
          </p>
        </div>
      </div>
      <Pages session={session} />
      <Accounts session={session} />
      <OwnPages session={session} />
      <ThemeItems />
      {!seeing && <SignOut />}
    </Menu>
  );
}

/** The accounts between which a person switches. */
function Accounts({ session: { account, accounts, seeing } }: { session: Session }) {
  const changeCaller = useChangeOfCaller();
  const choosing = useMutation({
    mutationFn: async (id: string) => {
      // Loaded with the first choice: every page has this.
      const { becomePerson } = await import('../../people/become-person.ts');
      await changeCaller(() => becomePerson('POST /api/session/account', { body: { account: id } }));
    },
  });
  if (accounts.length === 0 || seeing) return null;
  return (
    <MenuGroup label="Accounts">
      <p aria-hidden className="px-2 py-1 text-xs text-quiet">
        Account
      </p>
      {accounts.map(({ id, name, role }) => (
        <MenuButton
          key={id}
          isChecked={id === account?.id}
          disabled={choosing.isPending}
          onClick={() => id !== account?.id && choosing.mutate(id)}
          className={id === account?.id ? 'bg-hover' : ''}
          note={
            <span className="flex items-center gap-2">
              <span className="tag">{role}</span>
              <span className="w-4 text-accent">{id === account?.id && <Icon path={checkIcon} />}</span>
            </span>
          }
        >
          <span className="flex min-w-0 items-center gap-2">
            <Avatar name={name} isSquare />
            <span className="truncate">{name}</span>
          </span>
        </MenuButton>
      ))}
      {choosing.error && (
        <p role="alert" className="p-2 text-dense text-bad">
          {choosing.error.message}
        </p>
      )}
    </MenuGroup>
  );
}

const ownPages = [
  { href: '/members', name: 'Members', icon: peopleIcon, verbs: ['read-members'] },
  { href: '/keys', name: 'Keys', icon: keyIcon, verbs: ['own-keys', 'read-keys'] },
  { href: '/credits', name: 'Credits', icon: ticketIcon, verbs: ['read-credits'] },
  { href: '/calls', name: 'Calls', icon: callsIcon, verbs: ['read-calls'] },
  { href: '/connect', name: 'Connect an agent', icon: terminalIcon, verbs: ['own-keys'] },
] as const;

/** What the reader’s account and the reader have. Operators without an account have none of an account. */
function OwnPages({ session: { account, person, role } }: { session: Session }) {
  const path = usePathname();
  return (
    <>
      {account && (
        <MenuGroup label={account.name}>
          {ownPages
            .filter(({ verbs }) => role === null || verbs.some((verb) => mayRole(role, verb)))
            .map(({ href, name, icon }) => (
              <MenuLink key={href} href={href} icon={icon} className={path === href ? 'bg-hover' : ''}>
                {name}
              </MenuLink>
            ))}
        </MenuGroup>
      )}
      {person && (
        <MenuGroup label="You">
          <MenuLink href="/profile" icon={personIcon}>
            Profile
          </MenuLink>
        </MenuGroup>
      )}
    </>
  );
}

function SignOut() {
  const changeCaller = useChangeOfCaller();
  const closing = useMutation({
    mutationFn: async () => {
      const { signOut } = await import('../../keys/fetch-session.ts');
      await changeCaller(signOut);
    },
  });
  return (
    <MenuGroup label="Session">
      <MenuButton icon={signOutIcon} disabled={closing.isPending} onClick={() => closing.mutate()}>
        Sign out
      </MenuButton>
      {closing.error && (
        <p role="alert" className="p-2 text-dense text-bad">
          Could not sign out: {closing.error.message}
        </p>
      )}
    </MenuGroup>
  );
}

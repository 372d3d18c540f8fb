import Link from 'next/link';
import type { FirstSteps as Steps } from '../../lib/operator/first-steps.ts';
import { checkIcon } from '../shell/icon-paths.ts';
import { Icon } from '../shell/icons.tsx';
import { ChangeButton } from './parts/change-button.tsx';
import { Part } from './parts/part.tsx';

type Step = Steps['list'][number]['step'];

const words: Record<Step, { name: string; about: string; href: string }> = {
  protect: {
    name: 'Protect your sign-in',
    about: 'With a passkey or a second factor: an operator can change accounts, prices and credits.',
    href: '/profile',
  },
  publish: {
    name: 'Publish an API',
    about: 'From the OpenAPI document that you have: its address, a file, or pasted.',
    href: '/operator/imports',
  },
  price: {
    name: 'Give a product a price',
    about: 'In credits for each call, or by what a call asks for. Callers see it before they pay.',
    href: '/operator/products',
  },
  invite: {
    name: 'Invite somebody to an account',
    about: 'An account has the credits; its members and their keys call.',
    href: '/operator/accounts#new',
  },
  mail: {
    name: 'Set a mail server',
    about: 'Until then, invitations and codes are files in the data folder: FAREBOX_SMTP_URL.',
    href: '/operator/settings',
  },
  backup: {
    name: 'Make a backup',
    about: 'All data in one file, while the portal works.',
    href: '/operator/backups',
  },
};

/** What a new portal needs. Each ticks itself, and all go when they are done. */
export function FirstSteps({ list, mayDismiss }: { list: Steps['list']; mayDismiss: boolean }) {
  return (
    <Part
      id="first-steps"
      title="First steps"
      note={`${list.filter(({ done }) => done).length} of ${list.length} done`}
      action={
        mayDismiss && (
          <ChangeButton
            label="Dismiss"
            about="the first steps"
            route="POST /api/operator/overview/dismissals"
            body={{ item: 'first-steps' }}
          />
        )
      }
    >
      <ol className="mt-3 overflow-hidden rounded-lg border border-line bg-card">
        {list.map(({ step, done }) => (
          <li key={step} className="border-t border-rule first:border-t-0">
            <Link
              href={words[step].href}
              prefetch={false}
              className="flex min-h-11 items-start gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
            >
              <span
                aria-hidden
                className={`mt-0.5 grid size-[1.125rem] shrink-0 place-items-center rounded-full border ${done ? 'border-transparent bg-good text-paper' : 'border-quiet'}`}
              >
                {done && <Icon path={checkIcon} className="size-3" />}
              </span>
              <span className="min-w-0">
                <span className={done ? 'text-quiet' : 'font-medium'}>
                  {words[step].name}
                  <span className="sr-only">{done ? ', done' : ', to be done'}</span>
                </span>
                {!done && <span className="block text-dense text-quiet">{words[step].about}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Part>
  );
}

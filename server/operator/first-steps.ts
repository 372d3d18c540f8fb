import { type FirstSteps, steps } from '../../lib/operator/first-steps.ts';
import { items } from '../../lib/operator/overview.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../context.ts';
import { mayDo, type OperatorVerb } from '../rights.ts';
import { keeping } from './read-health.ts';

type Step = FirstSteps['list'][number]['step'];

const rights: Record<Step, OperatorVerb> = {
  protect: 'read-overview',
  publish: 'import-api',
  price: 'publish-product',
  invite: 'invite-member',
  mail: 'read-settings',
  backup: 'make-backup',
};

type Done = Record<Exclude<Step, 'protect'>, boolean>;

const known = keeping<Done>({ keptMs: 2_000 });

/** What a new portal needs, with what is done of it. */
export async function readFirstSteps(context: Context, caller: Caller): Promise<FirstSteps> {
  const { store, settings } = context;
  const [ofPortal, protect, dismissed] = await Promise.all([
    known(store, 'steps', Date.now(), async () => ({
      ...(await store.overview.firstSteps()),
      mail: settings.smtp !== undefined,
      backup: (await store.lastBackup()) !== undefined,
    })),
    isProtected(context, caller),
    store.overview.dismissed([items.firstSteps]),
  ]);
  const done = { ...ofPortal, protect };
  const list = steps
    .filter((step) => mayDo(caller, rights[step]) && (step !== 'protect' || caller.person))
    .map((step) => ({ step, done: done[step] }));
  const open = dismissed.size > 0 ? 0 : list.filter((one) => !one.done).length;
  return { list, open };
}

/** Whether more than a password is needed, or something better. */
async function isProtected({ store }: Context, { person }: Caller): Promise<boolean> {
  if (!person) return false;
  const [passkeys, factor] = await Promise.all([
    store.people.passkeysOf(person.key),
    store.people.secondFactorOf(person.key),
  ]);
  return passkeys.length > 0 || Boolean(factor?.confirmedAt);
}

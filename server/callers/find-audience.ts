import type { Caller } from './caller.ts';
import type { Context } from '../context.ts';
import { mayDo, type OperatorVerb } from '../rights.ts';
import {
  type Audience,
  everyone,
  grantedAudience,
  operators,
  signedIn,
} from '../store/catalogue/audience.ts';

/** The context of a request by this caller: it reads the catalogue as they see it. */
export function forCaller(context: Context, caller: Caller): Context | Promise<Context> {
  const audience = audienceOf(context, caller);
  return audience instanceof Promise
    ? audience.then((found) => forAudience(context, found))
    : forAudience(context, audience);
}

/** The context of the console, where operators look after all products. */
export function forOperators(context: Context): Context {
  return forAudience(context, operators);
}

/** The context of an operation, which operators have a right to or everyone. */
export function forReader(
  context: Context,
  caller: Caller,
  right: OperatorVerb | undefined,
): Context | Promise<Context> {
  return right ? forOperators(context) : forCaller(context, caller);
}

/** Made once for each audience: every call by its accounts has it. */
const contexts = new WeakMap<Context, WeakMap<Audience, Context>>();

function forAudience(context: Context, audience: Audience): Context {
  if (audience === context.audience) return context;
  const known = contexts.get(context) ?? new WeakMap<Audience, Context>();
  contexts.set(context, known);
  const seen = known.get(audience) ?? { ...context, audience };
  known.set(audience, seen);
  return seen;
}

const ofOperators = 'operators';

/** Cached until the catalogue or a grant changes. */
function audienceOf(context: Context, caller: Caller): Audience | Promise<Audience> {
  const isAccount = caller.kind === 'account';
  if (!isAccount && !caller.person) return everyone;
  const name = mayDo(caller, 'read-offline-products') ? ofOperators : isAccount ? caller.purse : '';
  return context.caches.audiences.getOrMake(name, () => readAudience(context, name));
}

/** Whoever sees no more than guests is one of them, so that they share what is cached. */
async function readAudience({ store }: Context, name: string): Promise<Audience> {
  const restricted = await store.catalogue.restricted();
  if (restricted.length === 0) return everyone;
  if (name === ofOperators) return operators;
  const chosen = new Set(restricted.flatMap(({ key, visibility }) => (visibility > 1 ? key : [])));
  const granted = (name === '' ? [] : await store.catalogue.grantsOf(name)).filter((key) => chosen.has(key));
  if (granted.length > 0) return grantedAudience(granted);
  return chosen.size === restricted.length ? everyone : signedIn;
}

import type { BoundRequest } from '../../lib/bind/bind.ts';
import type { TestedCredential } from '../../lib/operator/credentials.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { newCallId } from '../call-id.ts';
import { isOnToolbox } from '../calls/check-call.ts';
import { CallClock } from '../calls/calls-under-way.ts';
import type { Context } from '../context.ts';
import { UpstreamFailure } from '../gateway/exchange-failures.ts';
import { prepareInput } from '../inputs/prepare-input.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import type { OperatorChange } from './change.ts';

interface TestWish {
  name: string;
  value: string | undefined;
}

export const testCredential: OperatorChange<TestWish, 'test-credential', TestedCredential, Context> = {
  right: 'set-credential',
  verb: 'test-credential',
  status: 200,
  async prepare(context, { name, value }) {
    const given = await callWith(context, name, value);
    const { outcome, product, status } = given;
    return { payload: { name, isTried: value !== undefined, outcome, product, status }, given };
  },
  answer: (_result, given) => given,
};

/** The cheapest of the products that need it are looked at. */
const mostLookedAt = 50;

interface Sample {
  slug: string;
  version: CompiledVersion;
  request: BoundRequest;
}

/**
 * Calls an operation that needs a credential, for free: a GET without required input. `value` is tried; without it, the
 * one in use is. What the API says is not shown, only its status.
 */
async function callWith(
  context: Context,
  name: string,
  value: string | undefined,
): Promise<TestedCredential> {
  const sample = await findSample(context, name);
  if (!sample) return untested(await whyUntested(context, name));
  const { slug, version, request } = sample;
  const clock = new CallClock();
  const answered = (outcome: TestedCredential['outcome'], sentence: string) => ({
    outcome,
    sentence,
    product: slug,
    status: clock.status,
    tookMs: Math.round(clock.elapsedMs),
  });
  const operation = `GET ${version.template.path}`;
  const said = (status: number) => `${operation} answered ${status} in ${Math.round(clock.elapsedMs)} ms`;
  try {
    const reply = await context.gateway.dial({
      request,
      secrets: version.template['x-farebox'].secrets ?? [],
      ...(value !== undefined && { tried: { name, value } }),
      limits: version.limits,
      caller: 'test of a credential',
      callId: newCallId(Date.now()),
      clock,
    });
    reply.abandon();
    return answered('accepted', `${said(reply.status)}.`);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const { status, detail, code } = error;
    if (code === 'upstream-auth' && status === undefined)
      return untested(`${slug} cannot be called: ${error.operatorDetail || detail}`);
    if (status === undefined) return answered('unclear', `${operation} was not answered. ${detail}`);
    if (code === 'upstream-auth') return answered('refused', `${said(status)}: the API refuses it.`);
    return answered('unclear', `${said(status)}, which does not tell whether the API accepts it.`);
  }
}

function untested(sentence: string): TestedCredential {
  return { outcome: 'untested', sentence, product: null, status: null, tookMs: null };
}

/** The cheapest operation that can be called without an input and changes nothing. Those that are online come first. */
async function findSample(context: Context, name: string): Promise<Sample | undefined> {
  for (const { slug, versionKey } of await context.store.credentials.productsThatNeed(name, mostLookedAt)) {
    const version = await readVersion(context, versionKey);
    if (version.template.method !== 'get') continue;
    const variables = isOnToolbox(version) ? await context.serverVariables : {};
    const request = requestWithoutInput(version, variables);
    if (request) return { slug, version, request };
  }
  return undefined;
}

/** Undefined if the operation needs an input. */
function requestWithoutInput(
  version: CompiledVersion,
  variables: Record<string, string>,
): BoundRequest | undefined {
  try {
    return prepareInput(version, {}, variables).request;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function whyUntested({ store }: Context, name: string): Promise<string> {
  const [needing] = await store.credentials.productsThatNeed(name, 1);
  return needing
    ? `No product that needs ${name} has a GET operation without required fields, so a test could change or cost something.`
    : `No product needs ${name} yet, so there is nothing to call.`;
}

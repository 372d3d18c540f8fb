'use client';

import { useQuery, useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useReducer, useEffect, useState } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import {
  changeInput,
  type InputEvent,
  type InputState,
  startInput,
} from '../../lib/view/playground/input-state.ts';
import type { SharedInput } from '../../lib/view/share-link.ts';
import { withStorage } from '../browser.ts';
import { endedOptions, sessionOptions } from '../keys/session-options.ts';
import { claimStored, ownerOf, rememberFor } from '../keys/stored-owner.ts';
import { brokenKey, rememberedInput } from './input/remembered-inputs.ts';
import { exampleInputOf, requestFieldsOf, markExample } from './input/inputs.ts';
import { loadInputParts, playgroundOptions } from './queries.ts';

interface Playground {
  slug: string;
  /** The public URL of the portal. */
  origin: string;
  form: PlaygroundDetail;
  fields: RequestField[];
  examples: { title: string; input: JsonObject }[];
  input: JsonObject;
  drafts: InputState['drafts'];
  link: OpenedLink;
  change: (event: InputEvent) => void;
}

/** Always the same object: another object means that the person edited the input. */
const nothing: JsonObject = {};

const Context = createContext<Playground | null>(null);

interface Props {
  slug: string;
  /** The public URL of the portal. */
  origin: string;
  children: ReactNode;
}

/**
 * The page starts anew for another caller: input and replies are for who typed them. What a guest typed belongs to the
 * person who signs in.
 */
export function PlaygroundProvider(props: Props) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const { data: ended } = useQuery(endedOptions());
  const owner = (session && ownerOf(session)) ?? ended ?? undefined;
  const [forms, setForms] = useState({ owner, count: 0 });
  if (owner !== forms.owner)
    setForms({ owner, count: forms.owner === undefined ? forms.count : forms.count + 1 });
  return <OwnedPlayground key={forms.count} owner={forms.owner} {...props} />;
}

/** The input of the page, shared by the form, the snippets and the plots. */
function OwnedPlayground({ owner, slug, origin, children }: Props & { owner: string | undefined }) {
  const { data: form } = useSuspenseQuery(playgroundOptions(slug));
  const { fields, examples } = useMemo(() => startingPoints(form), [form]);
  const first = examples[0]?.input ?? nothing;
  const [{ input, drafts }, change] = useReducer(changeInput, first, startInput);
  const link = useFirstInput(slug, first, change);
  useRememberInput(owner, slug, fields, { input, drafts }, first);
  const value = useMemo(
    () => ({ slug, origin, form, fields, examples, input, drafts, link, change }),
    [slug, origin, form, fields, examples, input, drafts, link],
  );
  return <Context value={value}>{children}</Context>;
}

export function usePlayground(): Playground {
  const playground = useContext(Context);
  if (playground === null) throw new Error('This belongs inside a PlaygroundProvider.');
  return playground;
}

function startingPoints(form: PlaygroundDetail): Pick<Playground, 'fields' | 'examples'> {
  const examples = form.examples.map((example) => ({ title: example.title, input: exampleInputOf(example) }));
  const [first] = examples;
  if (first) markExample(first.input);
  return { fields: requestFieldsOf(form), examples };
}

/** The pause in typing before the input is stored. */
const settledMs = 400;

/** Stores the input for the next visit of its owner, unless it is the example. */
function useRememberInput(
  owner: string | undefined,
  slug: string,
  fields: readonly RequestField[],
  { input, drafts }: InputState,
  example: JsonObject,
): void {
  useEffect(() => {
    let isNewest = true;
    const remember = async () => {
      const { storableInput, rememberBroken } = await loadInputParts();
      if (!isNewest) return;
      if (input !== example) rememberFor(owner, slug, storableInput(fields, input));
      rememberBroken(slug, fields, drafts);
    };
    const timer = setTimeout(() => {
      if (input === example) rememberFor(owner, slug, undefined);
      if (input !== example || drafts.json || drafts.curl || storedBroken()) remember().catch(untilTheNext);
    }, settledMs);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [owner, slug, fields, input, drafts, example]);
}

function storedBroken(): string | null | undefined {
  return withStorage('sessionStorage', (storage) => storage.getItem(brokenKey));
}

/** If the script does not load, the next change tries again. */
function untilTheNext(_unreachable: Error): void {}

/** The shared link that opened the page. */
interface OpenedLink {
  /** Whether its input is still loading. */
  isOpening: boolean;
  /** Why it could not be read. */
  fault: string | null;
}

const opened: OpenedLink = { isOpening: false, fault: null };

/** Fills in the input of a shared link, or else the last input in this browser. Text typed meanwhile stays. */
function useFirstInput(slug: string, first: JsonObject, change: (event: InputEvent) => void): OpenedLink {
  const client = useQueryClient();
  const [link, setLink] = useState(opened);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const open = async (take: (input: JsonObject) => void) => {
      const { hash } = window.location;
      if (!hasInput(hash)) return setLink(opened);
      setLink({ isOpening: true, fault: null });
      const shared = await readLink(hash);
      if (signal.aborted || hash !== window.location.hash) return;
      setLink({ isOpening: false, fault: shared?.ok === false ? shared.detail : null });
      if (shared?.ok) take(shared.input);
    };
    const openFirst = (input: JsonObject) => change({ type: 'open', input, first });
    const session = client.getQueryData(sessionOptions().queryKey);
    if (session) claimStored(session);
    const remembered = hasInput(window.location.hash) ? undefined : rememberedInput(slug);
    if (remembered) openFirst(remembered);
    else void open(openFirst);
    const broken = storedBroken();
    if (broken)
      loadInputParts().then(({ readBroken }) => {
        const event = readBroken(slug, broken);
        if (event) change(event);
      }, untilTheNext);
    const follow = () => void open((input) => change({ type: 'set', input }));
    window.addEventListener('hashchange', follow, { signal });
    return () => left.abort();
  }, [slug, first, change, client]);
  return link;
}

function hasInput(hash: string): boolean {
  return hash.startsWith('#input=');
}

function readLink(hash: string): Promise<SharedInput | null> {
  return loadInputParts().then(
    ({ readShareLink }) => readShareLink(hash),
    ({ message }: Error) => ({ ok: false, detail: `The input of this link could not be loaded. ${message}` }),
  );
}

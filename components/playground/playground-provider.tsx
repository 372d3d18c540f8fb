'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useReducer } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import {
  changeInput,
  type InputEvent,
  type InputState,
  startInput,
} from '../../lib/view/playground/input-state.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { markExample } from './input-id.ts';
import { playgroundOptions } from './playground-options.ts';
import { exampleInputOf, requestFieldsOf } from './request-fields-of.ts';
import { type OpenedLink, useFirstInput } from './use-first-input.ts';
import { useRememberInput } from './use-remember-input.ts';

export interface Playground {
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

/** The input of the page, shared by the form, the snippets and the plots. */
export function PlaygroundProvider({
  slug,
  origin,
  children,
}: {
  slug: string;
  origin: string;
  children: ReactNode;
}) {
  const { data: form } = useSuspenseQuery(playgroundOptions(slug));
  const { fields, examples } = useMemo(() => startingPoints(form), [form]);
  const first = examples[0]?.input ?? nothing;
  const [{ input, drafts }, change] = useReducer(changeInput, first, startInput);
  const link = useFirstInput(slug, first, change);
  useRememberInput(slug, fields, input, first);
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

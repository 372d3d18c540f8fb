import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isJsonObject, jsonOrUndefined, type JsonValue } from '../../../lib/json/json.ts';
import { withStorage } from '../../browser.ts';
import { sessionOptions } from '../../keys/session-options.ts';
import { draftsKey, ownerOf } from '../../keys/stored-owner.ts';
import { useHydrated } from '../../shell/use-hydrated.ts';

/** What is typed, and the release on which it builds. */
export interface Draft {
  text: string;
  after: number;
  /** The draft of the portal that it goes on with, as it was saved last. */
  saved?: { number: number; title: string; updatedAt: string } | undefined;
  /** Whether the text is what was saved. */
  isSaved?: boolean | undefined;
}

/** Kept until it is published or discarded, also across a reload. */
export function useStoredDraft(key: string): [Draft | undefined, (draft: Draft | undefined) => void] {
  const isHydrated = useHydrated();
  const stored = useMemo(() => (isHydrated ? storedDraft(key) : undefined), [isHydrated, key]);
  /** Null where it was discarded; undefined where this page has not changed it. */
  const [typed, setTyped] = useState<Draft | null | undefined>(undefined);
  return [
    typed === undefined ? stored : (typed ?? undefined),
    (next) => {
      setTyped(next ?? null);
      storeDraft(key, next);
    },
  ];
}

/** Drafts belong to who writes them. */
export function useDraftKey(slug: string): string {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const owner = session && ownerOf(session);
  // Where the session has ended meanwhile, it is still theirs.
  const [first] = useState(owner);
  return `${draftsKey}${first ?? owner ?? ''}.${slug}`;
}

export function storeDraft(key: string, draft: Draft | undefined): void {
  withStorage('localStorage', (storage) =>
    draft ? storage.setItem(key, JSON.stringify(draft)) : storage.removeItem(key),
  );
}

function storedDraft(key: string): Draft | undefined {
  const found = jsonOrUndefined(withStorage('localStorage', (storage) => storage.getItem(key)) ?? null);
  if (!isJsonObject(found)) return undefined;
  const { text, after, saved, isSaved } = found;
  if (typeof text !== 'string' || typeof after !== 'number') return undefined;
  return { text, after, saved: storedPlace(saved), isSaved: isSaved === true };
}

function storedPlace(saved: JsonValue | undefined): Draft['saved'] {
  if (!isJsonObject(saved)) return undefined;
  const { number, title, updatedAt } = saved;
  const isWhole = typeof number === 'number' && typeof title === 'string' && typeof updatedAt === 'string';
  return isWhole ? { number, title, updatedAt } : undefined;
}

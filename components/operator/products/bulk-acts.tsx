import type { ReactNode } from 'react';
import { AudienceChoice, chosenAudience } from '../access/audience-choice.tsx';
import type { useAction } from '../../confirmation/use-action.ts';
import { reasonOf } from '../parts/change-button.tsx';

type Send = ReturnType<typeof useAction>;

/** What is done with several products: one after another, each with its own entry of the audit log. */
export interface Act {
  button: string;
  /** Of so many products, such as `Archive 2 products`. */
  words(count: string): string;
  /** The state of a product afterwards, in a word. */
  done: string;
  isDanger?: true;
  about?: string;
  fields?: ReactNode;
  send(send: Send, slug: string, fields: FormData): Promise<unknown>;
}

const toStatus = (status: 'online' | 'offline') => (send: Send, slug: string, fields: FormData) =>
  send('POST /api/operator/products/{slug}/status', {
    params: { slug },
    body: { status, ...reasonOf(fields) },
  });

const statusActs: Act[] = [
  {
    button: 'Put online…',
    words: (count) => `Put ${count} online`,
    done: 'is online.',
    send: toStatus('online'),
  },
  {
    button: 'Take offline…',
    words: (count) => `Take ${count} offline`,
    done: 'is offline.',
    isDanger: true,
    about:
      'They are no longer listed, and new calls are refused, until you put them online again. Running calls end as usual.',
    send: toStatus('offline'),
  },
];

const publishActs: Act[] = [
  {
    button: 'Who sees them…',
    words: (count) => `Change who sees ${count}`,
    done: 'is changed.',
    about:
      'For everyone else they do not exist: new calls are refused at once. If its file says who sees a product, the file wins when it is applied.',
    fields: <AudienceChoice />,
    send: (send, slug, fields) =>
      send('POST /api/operator/products/{slug}/visibility', {
        params: { slug },
        body: { visibility: chosenAudience(fields), ...reasonOf(fields) },
      }),
  },
  {
    button: 'Archive…',
    words: (count) => `Archive ${count}`,
    done: 'is in the archive.',
    isDanger: true,
    about:
      'They are no longer listed or found, and new calls are refused at once. Calls, receipts and versions stay, and you can bring them back.',
    send: (send, slug, fields) =>
      send('POST /api/operator/products/{slug}/archive', { params: { slug }, body: reasonOf(fields) }),
  },
];

const archiveActs: Act[] = [
  {
    button: 'Bring back…',
    words: (count) => `Bring ${count} back`,
    done: 'is back, offline.',
    about: 'They come back offline, as they were.',
    send: (send, slug, fields) =>
      send('POST /api/operator/products/{slug}/restoration', { params: { slug }, body: reasonOf(fields) }),
  },
];

export interface ChangeRights {
  /** Puts products on and off line. */
  setsStatus: boolean;
  /** Archives them, and says who sees them. */
  publishes: boolean;
}

/** What may be done with products of a list. Those in the archive can only be brought back. */
export function actsFor({ setsStatus, publishes }: ChangeRights, isArchive: boolean): Act[] {
  if (isArchive) return publishes ? archiveActs : [];
  return [...(setsStatus ? statusActs : []), ...(publishes ? publishActs : [])];
}

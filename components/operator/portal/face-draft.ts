import type { z } from 'zod';
import {
  type CatalogueOrder,
  type Face,
  type FaceLink,
  pictureAddress,
  type PictureKind,
  pictureKinds,
} from '../../../lib/face/face.ts';
import type { faceBody } from '../../../lib/face/stored-face.ts';

/** A picture that was chosen and is not sent yet: its data URL. Null takes the one of now away. */
export type ChosenPicture = string | null;

/** The face as it is being written. */
export interface FaceDraft
  extends Pick<Face, 'name' | 'showsName' | 'sentence' | 'contact' | 'accent' | 'catalogueOrder'> {
  headerLinks: readonly FaceLink[];
  footerLinks: readonly FaceLink[];
  /** Empty: no announcement. */
  announcement: string;
  announcementLink: FaceLink;
  pictures: Partial<Record<PictureKind, ChosenPicture>>;
}

/** What the fields of the draft get. */
export interface FieldsProps {
  face: Face;
  draft: FaceDraft;
  /** By their place in the body. */
  faults: Record<string, string>;
  set: (changed: Partial<FaceDraft>) => void;
}

const noLink: FaceLink = { text: '', address: '' };

export function draftOf({ version: _, announcement, pictures: _pictures, ...texts }: Face): FaceDraft {
  return {
    ...texts,
    announcement: announcement?.text ?? '',
    announcementLink: announcement?.link ?? noLink,
    pictures: {},
  };
}

/** What a picture is shown from: what was chosen, or what there is. */
export function pictureSource(face: Face, { pictures }: FaceDraft, kind: PictureKind): string | undefined {
  const chosen = pictures[kind];
  if (chosen !== undefined) return chosen ?? undefined;
  const known = face.pictures[kind];
  return known && pictureAddress(kind, known);
}

/** What is sent. */
export function bodyOf(face: Face, draft: FaceDraft): z.input<typeof faceBody> {
  const { announcement, announcementLink, pictures, headerLinks, footerLinks, ...texts } = draft;
  const isEmpty = announcementLink.text.trim() === '' && announcementLink.address.trim() === '';
  const sent = pictureKinds.flatMap((kind) => {
    const chosen = pictures[kind];
    return chosen === undefined ? [] : [[kind, chosen && chosen.slice(chosen.indexOf(',') + 1)] as const];
  });
  return {
    ...texts,
    after: face.version,
    headerLinks: [...headerLinks],
    footerLinks: [...footerLinks],
    announcement:
      announcement.trim() === '' ? null : { text: announcement, link: isEmpty ? null : announcementLink },
    ...(sent.length > 0 && { pictures: Object.fromEntries(sent) }),
  };
}

export interface FaceChange {
  what: string;
  from: string;
  to: string;
}

const pictureNames: Record<PictureKind, string> = {
  logo: 'Logo',
  icon: 'Icon',
  front: 'Picture of the first page',
};

const none = 'none';

export const orderWords: Record<CatalogueOrder, string> = {
  name: 'By name',
  popular: 'Most used in the last 30 days',
  '-created': 'Newest first',
};

/** What publishing would change, in words. */
export function changesOf(face: Face, draft: FaceDraft): FaceChange[] {
  const now = draftOf(face);
  const linksText = (links: readonly FaceLink[]) => links.map(({ text }) => text).join(', ') || none;
  const rows: FaceChange[] = [
    { what: 'Name', from: now.name, to: draft.name },
    { what: 'Support contact', from: now.contact || none, to: draft.contact || none },
    { what: 'Sentence', from: now.sentence || none, to: draft.sentence || none },
    { what: 'Accent colour', from: now.accent || 'that of Farebox', to: draft.accent || 'that of Farebox' },
    {
      what: 'Name beside the logo',
      from: now.showsName ? 'shown' : 'hidden',
      to: draft.showsName ? 'shown' : 'hidden',
    },
    {
      what: 'Order of the catalogue',
      from: orderWords[now.catalogueOrder],
      to: orderWords[draft.catalogueOrder],
    },
    { what: 'Announcement', from: now.announcement || none, to: draft.announcement || none },
  ];
  const isLinkChanged = JSON.stringify(now.announcementLink) !== JSON.stringify(draft.announcementLink);
  return [
    ...rows.filter(({ from, to }) => from !== to),
    ...(isLinkChanged
      ? [
          {
            what: 'Link of the announcement',
            from: now.announcementLink.address || none,
            to: draft.announcementLink.address || none,
          },
        ]
      : []),
    ...(['headerLinks', 'footerLinks'] as const)
      .filter((links) => JSON.stringify(now[links]) !== JSON.stringify(draft[links]))
      .map((links) => ({
        what: links === 'headerLinks' ? 'Links of the header' : 'Links of the footer',
        from: linksText(now[links]),
        to: linksText(draft[links]),
      })),
    ...pictureKinds.flatMap((kind) => {
      const chosen = draft.pictures[kind];
      if (chosen === undefined) return [];
      const had = face.pictures[kind] !== undefined;
      return [
        {
          what: pictureNames[kind],
          from: had ? 'the one of now' : none,
          to: chosen === null ? none : 'a new one',
        },
      ];
    }),
  ];
}

/** Whether it is whole: while it is typed, it is not. */
export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

import { hash } from 'node:crypto';
import type { z } from 'zod';
import { accentColours } from '../../lib/face/accent.ts';
import { type Face, type FacePicture, type PictureKind, pictureKinds } from '../../lib/face/face.ts';
import type { changedFace, faceBody } from '../../lib/face/stored-face.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { OperatorChange } from '../operator/change.ts';
import { checkPicture, type CheckedPicture } from './face-picture.ts';

type Sent = z.output<typeof faceBody>;
type Notes = Pick<z.output<typeof changedFace>, 'notes'>;

/** Changes what the portal shows of itself, as a whole: two people at once do not mix their changes. */
export const changeFace: OperatorChange<Sent, 'change-face', Notes> = {
  right: 'change-face',
  verb: 'change-face',
  status: 200,
  async prepare({ store }, { after, pictures: sentPictures = {}, reason: _reason, announcement, ...texts }) {
    const before = await store.face.read();
    const { catalogueOrder = before.catalogueOrder } = texts;
    const checked = checkPictures(sentPictures);
    const face: Omit<Face, 'version'> = {
      ...texts,
      catalogueOrder,
      announcement: announcement && { id: idOf(JSON.stringify(announcement)), ...announcement },
      pictures: picturesOf(before, checked),
    };
    const written = [...checked].map(([kind, picture]) => ({
      kind,
      picture: picture && { type: picture.type, content: picture.content },
    }));
    const content = JSON.stringify(face);
    const payload = { after, content, pictures: written, ...differenceOf(before, face), now: Date.now() };
    return { payload, given: { notes: face.accent === '' ? [] : accentColours(face.accent).notes } };
  },
  answer({ outcome, version }, { notes }) {
    if (outcome === 'changed') return { version, notes };
    throw new Problem(
      'changed-meanwhile',
      `Somebody else has changed the portal meanwhile, to version ${version}. Load the page again, and make your changes to that.`,
    );
  },
};

/** Those that are sent, and those that stay. */
function picturesOf(before: Face, checked: ReturnType<typeof checkPictures>): Face['pictures'] {
  const pictures: Partial<Record<PictureKind, FacePicture>> = {};
  for (const kind of pictureKinds) {
    const picture = checked.has(kind) ? checked.get(kind) : before.pictures[kind];
    if (!picture) continue;
    const { digest, type, ratio } = picture;
    pictures[kind] = { digest, type, ratio };
  }
  return pictures;
}

/** By kind; null takes one away. */
function checkPictures(sent: NonNullable<Sent['pictures']>): Map<PictureKind, CheckedPicture | null> {
  const checked = new Map<PictureKind, CheckedPicture | null>();
  const faults: { pointer: string; detail: string }[] = [];
  for (const kind of pictureKinds) {
    const text = sent[kind];
    if (text === undefined) continue;
    const picture = text === null ? null : checkPicture(kind, Buffer.from(text, 'base64'));
    if (typeof picture === 'string') faults.push({ pointer: `/pictures/${kind}`, detail: picture });
    else checked.set(kind, picture);
  }
  if (faults.length > 0) throw invalidBody(faults);
  return checked;
}

/** What is not as it was, for the audit log. */
function differenceOf(before: Face, face: Omit<Face, 'version'>): { before: JsonObject; change: JsonObject } {
  const rows = (['name', 'sentence', 'contact', 'accent', 'catalogueOrder'] as const)
    .filter((field) => before[field] !== face[field])
    .map((field) => [field, before[field], face[field]] as const);
  const parts = (['showsName', 'headerLinks', 'footerLinks', 'announcement', 'pictures'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(face[field]),
  );
  return {
    before: Object.fromEntries(rows.map(([field, was]) => [field, was])),
    change: {
      ...Object.fromEntries(rows.map(([field, , is]) => [field, is])),
      changed: [...rows.map(([field]) => field), ...parts],
      announcement: parts.includes('announcement') ? (face.announcement?.text ?? '') : null,
    },
  };
}

function idOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8);
}

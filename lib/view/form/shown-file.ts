import { decodeFileText, fileTextSize } from '../../operation/file-text.ts';
import { sizeText } from '../../text/size-text.ts';
import type { FileWidget } from '../../form/widget.ts';

export interface ShownFile {
  name: string;
  /** Its type and its size. */
  detail: string;
  isPicture: boolean;
}

/** Larger pictures are not drawn beside the field. */
const MAX_PICTURE_CHARACTERS = 3_000_000;
/** The head of a data URL, and enough after it to see that it is one. */
const HEAD_CHARACTERS = 1024;

/** What can be shown of a file by its text; undefined where the text is no file. */
export function shownFile(text: string, { encoding, mediaType }: FileWidget): ShownFile | undefined {
  const size = fileTextSize(text);
  if (size === undefined) return undefined;
  const comma = text.slice(0, HEAD_CHARACTERS).indexOf(',');
  const isDataUrl = /^data:/i.test(text);
  const head = isDataUrl ? decodeFileText(`${text.slice(0, comma)},`) : undefined;
  const type = head?.mediaType ?? (isDataUrl ? 'text/plain' : mediaType);
  return {
    name: head?.fileName ?? (encoding === 'data-url' || isDataUrl ? 'File' : `File as ${encoding}`),
    detail: [...(type === undefined ? [] : [type]), sizeText(size)].join(', '),
    isPicture:
      isDataUrl &&
      /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type ?? '') &&
      text.length < MAX_PICTURE_CHARACTERS,
  };
}

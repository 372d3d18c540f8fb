import { decodeFileText, fileTextSize } from '../../operation/file-text.ts';
import { sizeText } from '../../text/size-text.ts';
import type { FileWidget } from '../../form/widget.ts';

export interface ShownFile {
  name: string;
  /** Type and size. */
  detail: string;
  isPicture: boolean;
}

/** Larger pictures get no preview. */
const maxPictureCharacters = 3_000_000;
/** Contains the head of any data URL. */
const headCharacters = 1024;

/** The name, type and size of a file; undefined if the text is not a file. */
export function shownFile(text: string, { encoding, mediaType }: FileWidget): ShownFile | undefined {
  const size = fileTextSize(text);
  if (size === undefined) return undefined;
  const comma = text.slice(0, headCharacters).indexOf(',');
  const isDataUrl = /^data:/i.test(text);
  const head = isDataUrl ? decodeFileText(`${text.slice(0, comma)},`) : undefined;
  const type = head?.mediaType ?? (isDataUrl ? 'text/plain' : mediaType);
  return {
    name: head?.fileName ?? (encoding === 'data-url' || isDataUrl ? 'File' : `File as ${encoding}`),
    detail: [...(type === undefined ? [] : [type]), sizeText(size)].join(', '),
    isPicture:
      isDataUrl &&
      /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type ?? '') &&
      text.length < maxPictureCharacters,
  };
}

import { isJsonObject, type JsonValue } from '../json/json.ts';
import { essence } from '../operation/media-type.ts';
import type { MediaType } from '../operation/operation.ts';
import type { OperationSite } from './operation-site.ts';
import { childPointer, member, objectMember, textMember } from './pointer.ts';

const styles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;

/** Imports the Encoding Objects of a form or multipart body. */
export function importEncoding(
  site: OperationSite,
  raw: JsonValue | undefined,
  pointer: string,
  mediaType: string,
): MediaType['encoding'] {
  if (!isJsonObject(raw)) return undefined;
  const type = essence(mediaType);
  if (!type.startsWith('multipart/') && type !== 'application/x-www-form-urlencoded') {
    site.lose(pointer, `${mediaType} has no encoding of its parts; it is left out.`);
    return undefined;
  }
  const result: NonNullable<MediaType['encoding']> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (objectMember(value, 'headers') !== undefined) {
      site.lose(childPointer(pointer, name, 'headers'), 'Headers of a part are not sent.');
    }
    const contentType = textMember(value, 'contentType');
    const wanted = textMember(value, 'style');
    const style = styles.find((one) => one === wanted);
    const explode = member(value, 'explode');
    result[name] = {
      ...(contentType === undefined ? {} : { contentType }),
      ...(style === undefined ? {} : { style }),
      ...(typeof explode === 'boolean' ? { explode } : {}),
      ...(member(value, 'allowReserved') === true ? { allowReserved: true } : {}),
    };
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/json/json.ts';
import { bareMediaType, isJsonType } from '../../../lib/text/media-type.ts';
import { commentOf, TypeWriter } from './type-writer.ts';

/** A product, as `GET /api/product/playground` describes it. */
export interface DescribedProduct {
  slug: string;
  playground: JsonObject;
}

/** A file of declarations that tells the client the inputs and replies of products. */
export function productTypes(products: readonly DescribedProduct[]): string {
  const written = products.map(({ slug, playground }) => {
    const writer = new TypeWriter(slug);
    const input = inputType(writer, playground['request']);
    const data = dataType(writer, playground['response']);
    const event = eventType(writer, playground['response']);
    return {
      member: `    ${JSON.stringify(slug)}: {\n      input: ${input};\n      data: ${data};\n${event}    };\n`,
      writer,
    };
  });
  const used = ['FileInput', 'JsonValue'].filter((name) => written.some(({ writer }) => writer.uses(name)));
  const definitions = written.flatMap(({ writer }) => writer.definitions());
  return [
    '// Written by `farebox types`.\n',
    `import type { ${used.join(', ')} } from 'farebox';\n\n`,
    "declare module 'farebox' {\n  interface Products {\n",
    ...written.map(({ member }) => member),
    '  }\n}\n',
    ...definitions.map((definition) => `\n${definition}\n`),
  ].join('');
}

const indent = '        ';

function inputType(writer: TypeWriter, request: JsonValue | undefined): string {
  const fields = Array.isArray(request) ? request.filter(isJsonObject) : [];
  const members = fields.map((field) => {
    const { name, label, description, required, bodyOptional, schema = true } = field;
    const words = [label, description].filter((text) => typeof text === 'string' && text !== '').join('. ');
    const isNeeded = required === true && bodyOptional !== true;
    const type = writer.typeOf(schema, indent);
    return `${commentOf(words, indent)}${indent}${JSON.stringify(name)}${isNeeded ? '' : '?'}: ${type};\n`;
  });
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}      }`;
}

/** The portal does not describe the events of a stream. */
function eventType(writer: TypeWriter, response: JsonValue | undefined): string {
  if (!isJsonObject(response) || response['streams'] !== true) return '';
  return `      event: ${writer.typeOf(true, '      ')};\n`;
}

function dataType(writer: TypeWriter, response: JsonValue | undefined): string {
  if (!isJsonObject(response)) return 'unknown';
  const { contentType, schema } = response;
  if (typeof contentType !== 'string') return 'unknown';
  const mediaType = bareMediaType(contentType);
  if (isJsonType(mediaType)) return schema === null ? 'unknown' : writer.typeOf(schema, '      ');
  return mediaType.startsWith('text/') || mediaType.endsWith('xml') ? 'string' : 'Uint8Array';
}

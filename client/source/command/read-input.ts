import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { stdin } from 'node:process';
import { text } from 'node:stream/consumers';
import { isJsonObject } from '../../../lib/json/json.ts';
import type { Input, InputValue } from '../input.ts';
import { jsonOrUndefined } from '../portal.ts';
import { UsageError } from './settings.ts';

/**
 * The input of a call: a file or standard input (`-`) of JSON, with fields on top, as `name=text`, `name:=json` and
 * `name@file`.
 */
export async function readInput(file: string | undefined, fields: readonly string[]): Promise<Input> {
  const input: Input = file === undefined ? {} : parseInput(await readText(file), file);
  for (const field of fields) {
    const [name, value] = await readField(field);
    input[name] = value;
  }
  return input;
}

export async function readText(file: string): Promise<string> {
  return file === '-' ? text(stdin) : (await readBytes(file)).toString();
}

function parseInput(json: string, file: string): Input {
  const value = jsonOrUndefined(json);
  if (isJsonObject(value)) return value;
  throw new UsageError(`${file === '-' ? 'Standard input' : file} is not a JSON object.`);
}

async function readField(field: string): Promise<[string, InputValue]> {
  const { name, sign, value } = /^(?<name>[^=@]+?)(?<sign>:=|=|@)(?<value>.*)$/s.exec(field)?.groups ?? {};
  if (name === undefined || value === undefined)
    throw new UsageError(`${field} is not a field. Write name=text, name:=json or name@file.`);
  if (sign === '=') return [name, value];
  if (sign === '@') return [name, await readBlob(value)];
  const json = jsonOrUndefined(value);
  if (json === undefined) throw new UsageError(`${name}:= needs JSON, and ${value} is not JSON.`);
  return [name, json];
}

/** For fields that were refused as text although their value reads as JSON: `units=300`. */
export function textHints(fields: readonly string[], pointers: readonly (string | undefined)[]): string[] {
  return fields.flatMap((field) => {
    const { name, value } = /^(?<name>[^=@:-][^=@:]*)=(?<value>.+)$/s.exec(field)?.groups ?? {};
    if (name === undefined || value === undefined || !pointers.includes(`/${name}`)) return [];
    const json = jsonOrUndefined(value);
    return json === undefined || typeof json === 'string'
      ? []
      : [`${field} is text. For a number or other JSON, write ${name}:=${value}`];
  });
}

const mediaTypes: Record<string, string> = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webp: 'image/webp',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** `File` is not a global of Node 20.0; a named blob does. */
async function readBlob(path: string): Promise<Blob> {
  const type = mediaTypes[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? '';
  const blob = new Blob([new Uint8Array(await readBytes(path))], { type });
  return Object.assign(blob, { name: basename(path) });
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error) throw new UsageError(`${path} cannot be read: ${error.message}`);
    throw error;
  }
}

import { type FileAddress, fileAddresses } from '../../lib/agents/tool-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { type Fault, Problem } from '../../lib/problem/problem.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import { fetchFile } from '../gateway/fetch-file.ts';
import { leastSharedBytes } from '../http/client-connection.ts';
import { type GivenInput, readJsonObject } from '../inputs/read-json-object.ts';
import { AtOnce, HeldBytes } from '../limits/waiting-line.ts';
import type { Context } from '../context.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';

const json = { contentType: 'application/json', contentEncoding: null };

/** An input has so many at most that are fetched. */
const mostFiles = 10;
/** Slow servers of files hold no more inputs of a network than this. */
const fetching = new AtOnce(10);
/** The memory of all files that are being fetched. */
const heldBytes = new HeldBytes(256 * 1024 * 1024);

interface InputSource {
  network: string;
  /** The account that is counted, if there is one. */
  account: string | undefined;
  mostBytes: number;
}

/** The input of a product as a model gave it, with the files that it names by address. */
export async function readAgentInput(
  context: Context,
  version: CompiledVersion,
  given: Record<string, unknown>,
  source: InputSource,
): Promise<GivenInput> {
  const input =
    version.takesFiles && isJsonObject(given) ? await withFiles(context, version, given, source) : given;
  const bytes = Buffer.from(JSON.stringify(input));
  const value = bytes.length < leastSharedBytes ? (readJsonObject(json, bytes) ?? {}) : undefined;
  return { value, bytes, ...json, network: source.network, whenGone: () => {} };
}

async function withFiles(
  { settings, rateLimits }: Context,
  { shape }: CompiledVersion,
  given: JsonObject,
  { network, account, mostBytes }: InputSource,
): Promise<JsonObject> {
  const addresses = fileAddresses(schemaNode(shape.schema), given);
  if (addresses.length === 0) return given;
  if (addresses.length > mostFiles)
    throw new Problem('file-not-fetched', `An input may name at most ${mostFiles} files by their address.`);
  const input = structuredClone(given);
  if (!fetching.enter(network))
    throw new Problem('file-not-fetched', 'Too many files at once. Try again in a moment.');
  let held = 0;
  const take = (bytes: number) => {
    held += bytes;
    return heldBytes.take(network, bytes);
  };
  const charge = (bytes: number) => rateLimits.takeBytes(network, account, bytes);
  try {
    let left = mostBytes;
    for (const address of addresses) {
      // As base64 it is a third longer.
      const file = await fetchFile(address.url, {
        allow: settings.fileAllow,
        mostBytes: Math.floor((left * 3) / 4),
        take,
        charge,
        tooLarge: (mostBytes) => `It is larger than the ${mostBytes} bytes that are left for the input.`,
      });
      if (typeof file === 'string') throw notFetched(address, file);
      const mediaType = file.mediaType === '' ? 'application/octet-stream' : file.mediaType;
      const text = `data:${mediaType};base64,${file.bytes.toString('base64')}`;
      left -= text.length;
      put(input, address.path, text);
    }
    return input;
  } finally {
    heldBytes.giveBack(network, held);
    fetching.leave(network);
  }
}

function notFetched({ path, url }: FileAddress, reason: string): Problem {
  const pointer = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const fault: Fault = { pointer, detail: `the file at ${url.slice(0, 200)} cannot be fetched. ${reason}` };
  return new Problem('file-not-fetched', `The file of ${pointer} cannot be fetched. ${reason}`, [fault]);
}

/** The path leads to a text that is there. */
function put(input: JsonObject, path: string[], text: string): void {
  const last = path.at(-1) ?? '';
  let place: JsonValue | undefined = input;
  for (const name of path.slice(0, -1)) place = memberOf(place, name);
  if (Array.isArray(place)) place[Number(last)] = text;
  else if (isJsonObject(place)) place[last] = text;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isJsonObject(value) ? value[name] : undefined;
}

import type { Operation } from '../../lib/operation/operation.ts';
import { howToGiveSecret, readUpstreamSecret } from '../env.ts';
import { log } from '../log.ts';
import { CredentialPattern, shortestCredential } from './credential-pattern.ts';
import { UpstreamFailure } from './exchange-failures.ts';

/** Changed variables and files are read again after this time, or after a refusal, without a restart. */
const keptMs = 30_000;

/** Credentials that operators have set, which the environment overrides. */
export interface StoredValues {
  /** Set while a change is being read: until then, values may be old. */
  readonly pending: Promise<void> | undefined;
  /** Raised by each change. */
  readonly version: number;
  read(name: string): string | undefined;
}

const nothingStored: StoredValues = { pending: undefined, version: 0, read: () => undefined };

/** A value that is tried instead of the one in use. */
export interface TriedCredential {
  name: string;
  value: string;
}

/** Path and headers of a request in undici's form, with alternating names and values. */
export interface Outgoing {
  path: string;
  headers: string[];
}

/** Reads credentials when they are needed, and puts them where their scheme says. */
export class Secrets {
  readonly #kept = new Map<string, { value: string; readAtMs: number; version: number }>();
  /** For the values that were sent last. */
  readonly #patterns = new WeakMap<Secret, { value: string; patterns: CredentialPattern[] }>();

  constructor(
    readonly read: (name: string) => string | undefined = readUpstreamSecret,
    readonly stored: StoredValues = nothingStored,
  ) {}

  /**
   * Adds credentials to a request, replaces those of the caller, and returns the texts that the response must not show.
   */
  add(secrets: readonly Secret[], outgoing: Outgoing, tried?: TriedCredential): CredentialPattern[] {
    return secrets.flatMap((secret) => {
      const { name, scheme } = secret;
      const value = tried?.name === name ? tried.value : this.#value(name);
      const problem = put(outgoing, scheme, value);
      if (problem !== undefined) throw credentialFailure(`The secret ${name} ${problem}.`);
      return this.#patternsOf(secret, value);
    });
  }

  #patternsOf(secret: Secret, value: string): CredentialPattern[] {
    const known = this.#patterns.get(secret);
    if (known?.value === value) return known.patterns;
    const patterns = credentialPatterns(secret, value);
    this.#patterns.set(secret, { value, patterns });
    if (value.length < shortestCredential)
      log('error', 'credential-short', {
        secret: secret.name,
        detail: `It has fewer than ${shortestCredential} characters, so it is not removed from responses that contain it alone.`,
      });
    return patterns;
  }

  /** The upstream refused them, so the next call reads them again. */
  forget(secrets: readonly Secret[]): void {
    for (const { name } of secrets) this.#kept.delete(name);
  }

  #value(name: string): string {
    const now = performance.now();
    const { version } = this.stored;
    const kept = this.#kept.get(name);
    if (kept && kept.version === version && now - kept.readAtMs < keptMs) return kept.value;
    const value = this.read(name) ?? this.stored.read(name);
    if (value === undefined) {
      throw credentialFailure(`The secret ${name} is missing: ${howToGiveSecret(name)}.`);
    }
    this.#kept.set(name, { value, readAtMs: now, version });
    return value;
  }
}

/** Why a value cannot be sent as a scheme says, as the end of a sentence; undefined if it can. */
export function credentialProblem({ scheme }: Secret, value: string): string | undefined {
  return put({ path: '/', headers: [] }, scheme, value);
}

function credentialFailure(cause: string): UpstreamFailure {
  return new UpstreamFailure(
    'upstream-auth',
    'before-dial',
    "This portal's credential for the API is missing.",
    { cause },
  );
}

/** Puts a credential in its place. If that is impossible, returns the end of an error sentence. */
function put(outgoing: Outgoing, scheme: Secret['scheme'], value: string): string | undefined {
  if (scheme.type === 'apiKey') return putKey(outgoing, String(scheme['in']), String(scheme['name']), value);
  if (scheme.type === 'mutualTLS') return 'is for mutual TLS, which the gateway does not support';
  if (scheme.type !== 'http') return putHeader(outgoing, 'authorization', `Bearer ${value}`);
  const kind = String(scheme['scheme']).toLowerCase();
  if (kind === 'bearer') return putHeader(outgoing, 'authorization', `Bearer ${value}`);
  if (kind !== 'basic') return `is for HTTP ${kind} authentication, which the gateway does not support`;
  if (!value.includes(':')) return 'must be user:password for HTTP basic authentication';
  return putHeader(outgoing, 'authorization', `Basic ${Buffer.from(value).toString('base64')}`);
}

function putKey(outgoing: Outgoing, place: string, name: string, value: string): string | undefined {
  if (place === 'header') return putHeader(outgoing, name, value);
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  if (place === 'query') {
    const [path = '', query = ''] = split(outgoing.path, '?');
    outgoing.path = `${path}?${[...othersThan(name, query, '&'), pair].join('&')}`;
    return undefined;
  }
  if (place !== 'cookie') return `has an unknown place, ${place}`;
  const index = headerIndex(outgoing.headers, 'cookie');
  const cookies = index < 0 ? '' : (outgoing.headers[index + 1] ?? '');
  return putHeader(outgoing, 'cookie', [...othersThan(name, cookies, '; '), pair].join('; '));
}

function putHeader({ headers }: Outgoing, name: string, value: string): string | undefined {
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) return 'has a character that headers cannot contain';
  for (let index = headerIndex(headers, name); index >= 0; index = headerIndex(headers, name))
    headers.splice(index, 2);
  headers.push(name, value);
  return undefined;
}

function headerIndex(headers: string[], name: string): number {
  const wanted = name.toLowerCase();
  return headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === wanted);
}

/** Removes what the caller sent under the operator's name. */
function othersThan(name: string, pairs: string, separator: string): string[] {
  return pairs.split(separator).filter((pair) => pair !== '' && decoded(split(pair, '=')[0] ?? '') !== name);
}

function split(text: string, at: string): string[] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The texts of a credential to hide: itself, its password, and its base64, alone or within a longer text. */
export function credentialPatterns({ name, scheme }: Secret, value: string): CredentialPattern[] {
  const password = value.includes(':') ? [value.slice(value.indexOf(':') + 1)] : [];
  const plain = [value, ...password, ...sentForms(scheme, value)];
  const patterns = [
    ...plain.map((text) => ({ text, isRaw: true })),
    ...[...new Set(base64Forms(value))].map((text) => ({ text, isRaw: false })),
  ];
  return patterns
    .filter(({ text }) => text.length >= shortestCredential)
    .map(({ text, isRaw }) => new CredentialPattern(name, text, isRaw))
    .sort((one, other) => other.length - one.length);
}

/** A value that is too short by itself is searched together with the words around it. */
function sentForms(scheme: Secret['scheme'], value: string): string[] {
  if (value.length >= shortestCredential) return [];
  if (scheme.type === 'apiKey') return [`${String(scheme['name'])}=${value}`];
  return [`Bearer ${value}`];
}

/** Base64 encodes three bytes as four characters, so a text has three possible encodings within a longer one. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const padded = bytes.toString('base64');
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Leaves out the characters that depend on neighbouring bytes.
    const from = before === 0 ? 0 : before + 1;
    return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [padded, padded.replace(/=+$/, ''), ...within];
}

export type Secret = NonNullable<NonNullable<Operation['x-farebox']>['secrets']>[number];

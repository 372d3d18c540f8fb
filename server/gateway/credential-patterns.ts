import { CredentialPattern, shortestCredential } from './credential-pattern.ts';
import type { Secret } from './secret.ts';

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

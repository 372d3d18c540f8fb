import { createHash, createHmac } from 'node:crypto';
import { json, operation } from '../operation.ts';

interface Input {
  text: string;
  algorithms: string[];
  encoding: 'hex' | 'base64' | 'base64url';
  'Hmac-Key'?: string;
}

export const hashText = operation<Input>(({ text, algorithms, encoding, ...headers }) => {
  const key = headers['Hmac-Key'];
  const hashes = algorithms.map((algorithm) => {
    const hash = key === undefined ? createHash(algorithm) : createHmac(algorithm, key);
    return { algorithm, digest: hash.update(text, 'utf8').digest(encoding) };
  });
  return json({ bytes: Buffer.byteLength(text), keyed: key !== undefined, hashes });
});

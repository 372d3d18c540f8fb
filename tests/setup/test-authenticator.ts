import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';

interface Place {
  origin: string;
  host: string;
}

/** A device with a passkey: what a browser sends of it, in the formats of WebAuthn. */
export class TestAuthenticator {
  /** The device counts its uses from here; undefined if it does not count. */
  counter: number | undefined = undefined;
  readonly id = randomBytes(16);
  readonly #place: Place;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(place: Place) {
    this.#place = place;
  }

  /** The answer to options for a new passkey. */
  make(challenge: string, origin = this.#place.origin) {
    const data = this.#authenticatorData(0x45, this.#credential());
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0]), cborText('authData')],
      ...[Buffer.from([0x58, data.length]), data],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal', 'of the future'],
    });
  }

  /** The answer to options to use it. */
  use(challenge: string, { origin = this.#place.origin, isVerified = true } = {}) {
    if (this.counter !== undefined) this.counter += 1;
    const data = this.#authenticatorData(isVerified ? 0x05 : 0x01);
    const client = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([data, hash('sha256', client, 'buffer')]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #answer<Response>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #authenticatorData(flags: number, credential: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter ?? 0);
    const place = hash('sha256', this.#place.host, 'buffer');
    return Buffer.concat([place, Buffer.from([flags]), counter, credential]);
  }

  /** No model of a device, the id, and the public key as COSE writes it. */
  #credential(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = [
      ...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
      ...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
    ];
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, ...key]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function cborText(text: string): Buffer {
  return Buffer.from([0x60 + text.length, ...Buffer.from(text)]);
}

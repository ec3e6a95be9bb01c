import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface Ceremony {
  challenge: string;
  type?: string;
  origin?: string;
  rpId?: string;
  /** bits of the authenticator data; user present and verified by default */
  flags?: number;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** A software authenticator: real keys, real signatures, and the bytes that a browser would send. */
export class Authenticator {
  readonly credentialId = base64url(randomBytes(32));
  /** signature counter */
  counter = 0;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(private readonly algorithm: -7 | -257 | -8 = -7) {
    if (algorithm === -7) this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    else if (algorithm === -257) this.keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    else this.keys = generateKeyPairSync('ed25519');
  }

  /** The body of POST /auth/passkeys. */
  create({ type = 'webauthn.create', ...ceremony }: Ceremony) {
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(this.coseKey)]);
    const authData = Buffer.concat([
      this.head({ ...ceremony, flags: (ceremony.flags ?? PRESENT_AND_VERIFIED) | HAS_CREDENTIAL }),
      credential,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      credential_id: this.credentialId,
      client_data_json: base64url(clientData({ ...ceremony, type })),
      attestation_object: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    };
  }

  /** The body of POST /auth/authenticate-passkey. */
  get({ type = 'webauthn.get', ...ceremony }: Ceremony) {
    this.counter++;
    const authData = this.head(ceremony);
    const client = clientData({ ...ceremony, type });
    const signature = sign(
      this.algorithm === -8 ? null : 'sha256',
      Buffer.concat([authData, sha256(client)]),
      this.keys.privateKey,
    );
    return {
      credential_id: this.credentialId,
      signature: base64url(signature),
      authenticator_data: base64url(authData),
      client_data_json: base64url(client),
    };
  }

  private head({ rpId = 'localhost', flags = PRESENT_AND_VERIFIED }: Ceremony): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  private get coseKey(): never {
    const { x = '', y = '', n = '', e = '' } = this.keys.publicKey.export({ format: 'jwk' });
    if (this.algorithm === -257)
      return new Map<number, unknown>([
        [1, 3],
        [3, -257],
        [-1, bytes(n)],
        [-2, bytes(e)],
      ]) as never;
    if (this.algorithm === -8)
      return new Map<number, unknown>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(x)],
      ]) as never;
    return new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]) as never;
  }
}

const clientData = ({ type, challenge, origin = 'http://localhost:3000' }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** How a test deviates from an honest authenticator and browser. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  /** False: a user pressed a button but was not verified. */
  userVerified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** A software passkey (ES256, no attestation) with the browser that asks it. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  readonly #site: { id: string; origin: string };
  #userHandle = '';
  #counter = 0;

  constructor(site: { id: string; origin: string }) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
    this.#site = site;
  }

  create(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) {
    this.#userHandle = options.user.id;
    const credentialId = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([credentialId.length >> 8, credentialId.length & 255]),
      credentialId,
      this.#coseKey(),
    ]);
    const data = Buffer.concat([this.#authenticatorData(0x40, deviation), credential]);
    // {fmt: 'none', attStmt: {}, authData}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 255]),
      data,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, deviation).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get(options: { challenge: string }, deviation: Deviation = {}) {
    this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', options, deviation);
    const data = this.#authenticatorData(0, deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, options: { challenge: string }, deviation: Deviation): Buffer {
    const { challenge = options.challenge, origin = this.#site.origin } = deviation;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Relying party hash, flags (user present, user verified, backup eligible, backed up) and counter. */
  #authenticatorData(flags: number, deviation: Deviation): Buffer {
    const { rpId = this.#site.id, userVerified = true, counter = this.#counter } = deviation;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | 0x01 | (userVerified ? 0x04 : 0) | 0x18);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  }

  /** The public key as COSE: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}

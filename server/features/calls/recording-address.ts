import { join } from 'node:path';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { Problem, notAllowed } from '../../platform/http/problems.ts';
import { readOrMakeKey } from '../../platform/secret-file.ts';

const encryption = { alg: 'dir', enc: 'A256GCM' } as const;
/** So that nothing else sealed with the same key could ever pass as an address. */
const purpose = 'mailcall recording';

const sealedSchema = z.object({
  /** Key in the file store. */
  file: z.string(),
  mediaType: z.string(),
  /** Id of the contact to whom it was given. */
  contactId: z.string(),
  /** The session that it was sealed for; null with an outside issuer, which has the sessions. */
  sessionId: z.string().nullable(),
});
/** The content of an address. */
export type SealedRecording = z.infer<typeof sealedSchema>;

/** The address of a recording has expired, or the session that it was given to has ended (HTTP 410). */
export const addressEnded = () =>
  new Problem(410, 'The address of this recording has ended. Press Play again.');

/** The short-lived addresses of recordings: sealed, so that they cannot be read, forged or prolonged. */
export interface RecordingAddresses {
  /** Seals the content of the address and the time when it expires. */
  seal(recording: SealedRecording): Promise<{ signature: string; expiresAt: Date }>;
  /**
   * Opens the content of an address.
   * @throws {Problem} 410 when it has ended, 403 when it is not one of ours.
   */
  open(signature: string): Promise<SealedRecording>;
}

/** Opens the addresses: the key is in the data folder; the first process creates it. `lifetime` is in seconds. */
export async function openRecordingAddresses(options: {
  dataFolder: string;
  lifetime: number;
  clock: Clock;
}): Promise<RecordingAddresses> {
  const { clock, lifetime } = options;
  const path = join(options.dataFolder, 'calls', 'recording-key');
  const key = new Uint8Array(await readOrMakeKey(path));

  return {
    async seal(recording) {
      // the seal holds whole seconds
      const seconds = Math.floor(clock.now().getTime() / 1000) + lifetime;
      const signature = await new EncryptJWT(recording)
        .setProtectedHeader(encryption)
        .setAudience(purpose)
        .setExpirationTime(seconds)
        .encrypt(key);
      return { signature, expiresAt: new Date(seconds * 1000) };
    },
    async open(signature) {
      try {
        const { payload } = await jwtDecrypt(signature, key, {
          audience: purpose,
          currentDate: clock.now(),
          requiredClaims: ['exp'],
          keyManagementAlgorithms: [encryption.alg],
          contentEncryptionAlgorithms: [encryption.enc],
        });
        return sealedSchema.parse(payload);
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw addressEnded();
        throw notAllowed('This is not the address of a recording.');
      }
    },
  };
}

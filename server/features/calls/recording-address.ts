import { join } from 'node:path';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { Problem, notAllowed } from '../../platform/http/problems.ts';
import { readOrMakeKey } from '../../platform/secret-file.ts';

const encryption = { alg: 'dir', enc: 'A256GCM' } as const;
/** Keeps anything else sealed with the same key from passing as an address. */
const purpose = 'mailcall recording';

const sealedSchema = z.object({
  file: z.string(),
  mediaType: z.string(),
  contactId: z.string(),
  /** Null with an outside issuer, which has the sessions. */
  sessionId: z.string().nullable(),
  /** Call whose recording the provider's model fetches; each use is logged. */
  modelCall: z.object({ accountId: z.string(), callId: z.string() }).optional(),
});
export type SealedRecording = z.infer<typeof sealedSchema>;

/** HTTP 410: the address has expired, or its session has ended. */
export const addressEnded = () =>
  new Problem(410, 'The link to this recording has expired. Press Play again.');

/** Short-lived addresses, sealed so that they cannot be read, forged or prolonged. */
export interface RecordingAddresses {
  seal(recording: SealedRecording): Promise<{ signature: string; expiresAt: Date }>;
  /** @throws {Problem} 410 if it has ended, 403 if it is not one of ours. */
  open(signature: string): Promise<SealedRecording>;
}

/** The first process creates the key in the data folder. `lifetime` is in seconds. */
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

import {
  addPasskey,
  passkeyGrant,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '@mailcall/contract/passkeys.ts';
import type { Proof } from '@mailcall/contract/proof.ts';
import { passkeyMessages } from '@mailcall/contract/rules/passkeys.ts';
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import { CallFailed, call } from '../../platform/api.ts';
import { hasPasskeys } from './has-passkeys.ts';
import { signInWith } from './sign-in.ts';

export const hasPasskeyAutofill = async (): Promise<boolean> =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** Error names after the user closed the dialog or another replaced it. */
const wasCanceled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Problem of a browser dialog as text; null if the user closed it. */
function problemOf(error: unknown): CallFailed | null {
  if (error instanceof CallFailed) return error;
  if (wasCanceled(error)) return null;
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  return new CallFailed(isKnown ? passkeyMessages.passkeyKnown : passkeyMessages.passkeyRefused, 0);
}

/** Signs in with a passkey, by dialog or `autofill` in the email field; `second`: as a second step. False if the user closed the dialog. */
export async function askForPasskey({
  autofill = false,
  second = {},
}: {
  autofill?: boolean;
  second?: { mfa_token?: string; remember_browser?: string };
} = {}): Promise<boolean> {
  try {
    const optionsJSON = (await call(startPasskeySignIn)) as unknown as Parameters<
      typeof startAuthentication
    >[0]['optionsJSON'];
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    await signInWith(
      { grant_type: passkeyGrant, passkey: JSON.stringify(response), ...second },
      { identifier: null, refused: passkeyMessages.passkeyRefused },
    );
    return true;
  } catch (error) {
    const problem = problemOf(error);
    if (problem) throw problem;
    return false;
  }
}

export const cancelPasskey = (): void => WebAuthnAbortService.cancelCeremony();

/** False if the user closed the dialog. Throws {@link CallFailed} with a message for the user. */
export async function createPasskey(name: string, proof: Partial<Proof>): Promise<boolean> {
  try {
    const optionsJSON = (await call(startPasskeyRegistration, { body: proof })) as unknown as Parameters<
      typeof startRegistration
    >[0]['optionsJSON'];
    const response = await startRegistration({ optionsJSON });
    await call(addPasskey, { body: { name, response: { ...response, clientExtensionResults: {} } } });
    return true;
  } catch (error) {
    const problem = problemOf(error);
    if (problem) throw problem;
    return false;
  }
}

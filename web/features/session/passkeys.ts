import {
  addPasskey,
  passkeyGrant,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '@mailcall/contract/passkeys.ts';
import type { Proof } from '@mailcall/contract/proof.ts';
import { passkeyMessages } from '@mailcall/contract/rules/passkey-messages.ts';
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import { CallFailed, call } from '../../platform/api.ts';
import { hasPasskeys } from './has-passkeys.ts';
import { signInWith } from './sign-in.ts';

/** Whether the browser offers passkeys among what it fills into a field. */
export const hasPasskeyAutofill = async (): Promise<boolean> =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** What the browser says when the person closed its dialog, or another one took its place. */
const wasCanceled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The problem of a browser's dialog as a text for the person; null when they closed it. */
function problemOf(error: unknown): CallFailed | null {
  if (error instanceof CallFailed) return error;
  if (wasCanceled(error)) return null;
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  return new CallFailed(isKnown ? passkeyMessages.passkeyKnown : passkeyMessages.passkeyRefused, 0);
}

/**
 * Asks for a passkey and signs in with it: in a dialog of the browser, or with `autofill` when the person selects one in the field for
 * their email, for as long as nothing else asks. `second` makes it the second step of a sign-in. False when the person closed the dialog.
 * @throws {CallFailed} with the message for the person.
 */
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

/** Ends what {@link askForPasskey} waits for. */
export const cancelPasskey = (): void => WebAuthnAbortService.cancelCeremony();

/**
 * Has the browser make a passkey, and adds it. False when the person closed the browser's dialog.
 * @throws {CallFailed} with the message for the person.
 */
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

import { config } from '../../platform/config.ts';

/** Whether passkeys work here: the portal has them, at this address, and so has the browser. */
export const hasPasskeys = (): boolean =>
  config().signIn.passkeyOrigin === location.origin && 'PublicKeyCredential' in window;

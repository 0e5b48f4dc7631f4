import { config } from '../../platform/config.ts';

/** Whether portal, address and browser support passkeys. */
export const hasPasskeys = (): boolean =>
  config().signIn.passkeyOrigin === location.origin && 'PublicKeyCredential' in window;

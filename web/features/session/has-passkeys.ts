import { config } from '../../platform/config.ts';

export const hasPasskeys = (): boolean =>
  config().signIn.passkeyOrigin === location.origin && 'PublicKeyCredential' in window;

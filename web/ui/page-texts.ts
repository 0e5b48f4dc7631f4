import { followUpDays } from '@mailcall/contract/rules/outcome.ts';

/** Texts of pages that are there before anything has been loaded; see `web/first-paint`. */
export const pageTexts = {
  /** Below the heading of the login. */
  identityHint: 'Enter your email or mobile number to verify your identity.',
  /** The referral promotion next to the login. */
  referral: {
    promise: 'Know someone who should be mailing too?',
    offer: 'Refer a friend, and both of you gain.',
  },
  /** While it is not known yet what waits for the office. */
  loadingWaiting: 'Looking for calls to call back and postcards to approve ...',
  /** The panel of the calls to call back, with the days that it covers. */
  callsToCallBack: { title: 'Missed And Follow-up Calls', days: `(Last ${followUpDays} days)` },
} as const;

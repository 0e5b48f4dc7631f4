import { followUpDays } from '@mailcall/contract/rules/outcome.ts';

/** Texts of pages before anything has loaded; see `web/first-paint`. */
export const pageTexts = {
  identityHint: 'Enter your email or mobile number to verify your identity.',
  referral: {
    promise: 'Know someone who should be mailing too?',
    offer: 'Refer a friend, and both of you gain.',
  },
  loadingWaiting: 'Looking for calls to call back and postcards to approve ...',
  callsToCallBack: { title: 'Missed And Follow-up Calls', days: `(Last ${followUpDays} days)` },
} as const;

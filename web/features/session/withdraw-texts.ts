import type { WebConfig } from '@mailcall/contract/provider.ts';

export interface WithdrawTexts {
  /** For a request that ended without a change. */
  nothing: string;
  before: string;
  after: string;
}

/** Texts for the portal or an external issuer, whose sessions and passwords the portal cannot change. */
export function withdrawTexts({ signIn, services }: Pick<WebConfig, 'signIn' | 'services'>): WithdrawTexts {
  const doubt =
    'The request ended without a change, and you sign in as before. If you think that someone else is using your account,';
  if (signIn.issuer === services.identity)
    return {
      nothing: `${doubt} choose a new password on the login page.`,
      before: 'All devices are signed out. You get an email with a link to choose a new password.',
      after: 'All devices were signed out. We sent you a link to choose a new password.',
    };
  const elsewhere =
    'choose a new password and sign out everywhere at your sign-in service. This portal cannot do that.';
  return {
    nothing: `${doubt} ${elsewhere}`,
    before: `Then ${elsewhere}`,
    after: `Now ${elsewhere}`,
  };
}

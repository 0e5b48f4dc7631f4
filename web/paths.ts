/** The page addresses of the product. */
export const paths = {
  /** Leads to the view that a person chose as their start page, else home; so does a sign-in without a remembered path. */
  start: '/',
  /** The page of people without a start page of their own. */
  home: '/campaigns',
  login: '/login',
  logout: '/logout',
  /** Entering the code that was sent. */
  verify: '/verify',
  secondStep: '/second-step',
  /** Where the link of a sign-in mail leads, with `email` and `otp`. */
  magic: '/magic',
  /** Where the link of an invitation leads, with `email` and `code`. */
  activation: '/activation',
  setup: '/setup',
  resetPassword: '/resetPassword',
  /** Where a grant link leads, with `code`. */
  grant: '/grant/scoreboard',
  /** Signs in people who opened any page with a mailed token. */
  tokenSignIn: '/authenticate',
  /** Where the link below an alert leads, with `token`. */
  unsubscribe: '/unsubscribe',
  /** Where the link "This was not me" of a notice leads, with `token`. */
  withdraw: '/withdraw',
  campaigns: '/campaigns',
  /** Campaigns with a mailing's drawer open. */
  mailing: (mailingId: string) => `/campaigns/${encodeURIComponent(mailingId)}`,
  /** The design review of a campaign. */
  campaignDesign: (campaignId: string) => `/campaigns/${encodeURIComponent(campaignId)}/design`,
  /** The review of a design by its customer. */
  design: (accountId: string, designId: string) =>
    `/accounts/${encodeURIComponent(accountId)}/designs/${encodeURIComponent(designId)}`,
  /** Choosing among designs, named by `designIds`. */
  conceptSelection: '/design-concept-selection',
  scoreboard: '/scoreboard',
  /** The callback desk: who waits for a callback, and what is done about them. */
  callbacks: '/callbacks',
  /** The tracking numbers of the offices. */
  trackingLines: '/tracking-lines',
  /** Offices, mailing areas and patient lists on a map. */
  maps: '/maps',
  settings: '/settings',
  /** Opens a saved view. */
  view: (viewId: string) => `/views/${encodeURIComponent(viewId)}`,
  /** Running and waiting work, for operators. */
  operate: '/operate',
  /** The scoreboard to a full session, blocked for a limited one; where a rebuilt session leads. */
  calls: '/calls',
  /** Scoreboard with a call's details open. */
  call: (callId: string) => `/scoreboard/${encodeURIComponent(callId)}`,
} as const;

/** The address parameters with which the choice among the concepts of a mailing opens. */
export const conceptSelectionSearch = (mailing: { id: string; conceptIds: readonly string[] }) => ({
  designIds: mailing.conceptIds.join(','),
  campaignIds: mailing.id,
});

export const paths = {
  /** Leads to the view or page that a person chose as their start page, else home; so does a sign-in without a remembered path. */
  start: '/',
  home: '/campaigns',
  login: '/login',
  logout: '/logout',
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
  today: '/today',
  campaigns: '/campaigns',
  mailing: (mailingId: string) => `/campaigns/${encodeURIComponent(mailingId)}`,
  campaignDesign: (campaignId: string) => `/campaigns/${encodeURIComponent(campaignId)}/design`,
  design: (accountId: string, designId: string) =>
    `/accounts/${encodeURIComponent(accountId)}/designs/${encodeURIComponent(designId)}`,
  /** Choosing among designs, named by `designIds`. */
  conceptSelection: '/design-concept-selection',
  scoreboard: '/scoreboard',
  callbacks: '/callbacks',
  trackingLines: '/tracking-lines',
  maps: '/maps',
  /** What Map IQ says about areas and zones, without a map. */
  areas: '/areas',
  settings: '/settings',
  view: (viewId: string) => `/views/${encodeURIComponent(viewId)}`,
  /** The provider's desk: opens the first section of the person's roles. */
  provider: '/provider',
  providerSection: (path: string) => `/provider/${path}`,
  providerDesign: (designId: string) => `/provider/designs/${encodeURIComponent(designId)}`,
  providerBrand: (id: string) => `/provider/branding/${encodeURIComponent(id)}`,
  providerOffice: (accountId: string) => `/provider/offices/${encodeURIComponent(accountId)}`,
  /** Where System was before. */
  operate: '/operate',
  scoring: '/scoring',
  /** The scoring desk: opens the `call`, or the next one, of the chosen `accounts`. */
  scoringCall: '/scoring/call',
  scoringRubric: '/scoring/rubric',
  disputes: '/scoring/disputes',
  scoringQuality: '/scoring/quality',
  /** Calibration sets; `set` is the open one. */
  calibration: '/scoring/calibration',
  /** The scoreboard to a full session, blocked for a limited one; where a rebuilt session leads. */
  calls: '/calls',
  /** The page of a caller, by any of their calls: no address has a number. */
  caller: (callId: string) => `/callers/${encodeURIComponent(callId)}`,
  call: (callId: string) => `/scoreboard/${encodeURIComponent(callId)}`,
} as const;

export const conceptSelectionSearch = (mailing: { id: string; conceptIds: readonly string[] }) => ({
  designIds: mailing.conceptIds.join(','),
  campaignIds: mailing.id,
});

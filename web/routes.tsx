import type { OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import { operatorRole, type TeamAccess, teamMayUse, teamStart } from '@mailcall/contract/rules/team-roles.ts';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
  useNavigate,
} from '@tanstack/react-router';
import {
  ActivationScreen,
  awaitedStep,
  pendingVerification,
  FullAccess,
  GrantScreen,
  isForAnotherPerson,
  storeReturnPath,
  LimitedOverlay,
  LimitedPage,
  LoginScreen,
  LogoutScreen,
  MagicScreen,
  ResetScreen,
  SecondStepScreen,
  SetupScreen,
  takeMailedToken,
  takeReturnPath,
  TokenScreen,
  UnsubscribeScreen,
  VerifyScreen,
  WithdrawScreen,
} from './features/session/index.ts';
import { startPath, ViewPage } from './features/saved-views/index.ts';
import { scopeForAddress } from './features/scope/index.ts';
import { paths } from './paths.ts';
import { type Address, parseAddress, textOf, writeAddress } from './platform/address.ts';
import { currentSession, endReason } from './platform/session-store.ts';
import { AppRoot } from './shell/app-root.tsx';
import { FatalError } from './shell/fatal-error.tsx';
import { usePageTitle } from './ui/page-heading.tsx';
import { PageLoading } from './ui/page-loading.tsx';

function goTo(pathAndQuery: string) {
  const { pathname, search, hash } = new URL(pathAndQuery, window.location.origin);
  return redirect({
    to: pathname,
    search: parseAddress(search),
    hash: hash.slice(1),
    replace: true,
  });
}

const NotFound = lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFound');
const SignedIn = lazyRouteComponent(() => import('./shell/signed-in.tsx'), 'SignedIn');

const root = createRootRoute({ component: AppRoot, errorComponent: () => <FatalError /> });

const signedInFully = () => currentSession()?.limited === false;

function isOperator(): boolean {
  const session = currentSession();
  return session !== null && !session.limited && session.roles.includes(operatorRole);
}

function teamPath(): string | null {
  const team = currentSession()?.team ?? [];
  return team.length === 0 ? null : paths[teamStart(team)];
}

function mayUse(access: TeamAccess): boolean {
  const session = currentSession();
  return session?.limited === false && teamMayUse(access, session.team);
}

/** Any path with an email address and token signs in by them. */
function signInByMailedToken({ pathname, search }: ParsedLocation): void {
  if (takeMailedToken(search, (rest) => pathname + writeAddress(rest))) throw goTo(paths.tokenSignIn);
}

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: ({ location }) => {
    if (textOf((location.search as Address)['action']) === 'mock') throw goTo(paths.logout);
    if (signedInFully()) throw goTo(takeReturnPath() ?? paths.start);
  },
  component: LoginScreen,
  errorComponent: () => <FatalError />,
});

const verify = createRoute({
  getParentRoute: () => root,
  path: paths.verify,
  beforeLoad: () => {
    if (signedInFully()) throw goTo(takeReturnPath() ?? paths.start);
    if (!pendingVerification()) throw goTo(paths.login);
  },
  component: VerifyScreen,
  errorComponent: () => <FatalError />,
});

const secondStep = createRoute({
  getParentRoute: () => root,
  path: paths.secondStep,
  beforeLoad: () => {
    if (signedInFully()) throw goTo(takeReturnPath() ?? paths.start);
    if (!awaitedStep()) throw goTo(paths.login);
  },
  component: SecondStepScreen,
  errorComponent: () => <FatalError />,
});

const magic = createRoute({
  getParentRoute: () => root,
  path: paths.magic,
  component: MagicScreen,
  errorComponent: () => <FatalError />,
});

const tokenSignIn = createRoute({
  getParentRoute: () => root,
  path: paths.tokenSignIn,
  component: TokenScreen,
  errorComponent: () => <FatalError />,
});

const grant = createRoute({
  getParentRoute: () => root,
  path: paths.grant,
  beforeLoad: ({ location }) => {
    if (!textOf((location.search as Address)['code'])) throw goTo(paths.start);
  },
  component: GrantScreen,
  errorComponent: () => <FatalError />,
});

const activation = createRoute({
  getParentRoute: () => root,
  path: paths.activation,
  component: ActivationScreen,
  errorComponent: () => <FatalError />,
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  beforeLoad: () => {
    if (signedInFully()) throw goTo(paths.home);
  },
  component: ResetScreen,
  errorComponent: () => <FatalError />,
});

const logout = createRoute({ getParentRoute: () => root, path: paths.logout, component: LogoutScreen });

const setup = createRoute({
  getParentRoute: () => root,
  path: paths.setup,
  beforeLoad: ({ location }) => {
    const email = textOf((location.search as Address)['email']);
    // the screen informs people who open another person's link
    if (signedInFully() && !(email && isForAnotherPerson(email))) throw goTo(paths.home);
  },
  component: SetupScreen,
  errorComponent: () => <FatalError />,
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe,
  component: UnsubscribeScreen,
  errorComponent: () => <FatalError />,
});

const withdraw = createRoute({
  getParentRoute: () => root,
  path: paths.withdraw,
  component: WithdrawScreen,
  errorComponent: () => <FatalError />,
});

/** Everything that needs a session. After the login the person returns to the requested page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    signInByMailedToken(location);
    if (currentSession()) return;
    storeReturnPath(location.href);
    throw goTo(endReason() === 'expired' ? paths.logout : paths.login);
  },
  component: SignedIn,
});

/** The view or page that a person chose as their start page, else the home page; a guest has neither. */
const start = createRoute({
  getParentRoute: () => signedIn,
  path: paths.start,
  beforeLoad: async () => {
    const team = teamPath();
    if (team) throw goTo(team);
    throw goTo(signedInFully() && !currentSession()?.guest ? await startPath() : paths.home);
  },
});

const view = createRoute({
  getParentRoute: () => signedIn,
  path: '/views/$viewId',
  component: function OpenView() {
    const { viewId } = view.useParams();
    return (
      <FullAccess otherwise={<LimitedPage title="View" />}>
        <ViewPage key={viewId} viewId={viewId} />
      </FullAccess>
    );
  },
});

/** Pages whose figures depend on the scope: when they open without one, it is added to the address. */
const scoped = createRoute({
  getParentRoute: () => signedIn,
  id: 'scoped',
  beforeLoad: ({ location }: { location: ParsedLocation }) => {
    const team = teamPath();
    if (team) throw goTo(team);
    if (isOperator() && currentSession()?.accounts.length === 0) throw goTo(paths.provider);
    const address = location.search as Address;
    const scope = scopeForAddress(address);
    if (scope) throw redirect({ to: location.pathname, search: { ...address, ...scope }, replace: true });
  },
});

const TodayPage = lazyRouteComponent(() => import('./features/today/index.ts'), 'TodayPage');

const today = createRoute({
  getParentRoute: () => scoped,
  path: paths.today,
  component: () => (
    <FullAccess guests otherwise={<LimitedPage title="Today" />}>
      <TodayPage />
    </FullAccess>
  ),
});

const MailingDrawer = lazyRouteComponent(() => import('./features/campaigns/index.ts'), 'MailingDrawer');

const campaigns = createRoute({
  getParentRoute: () => scoped,
  path: paths.campaigns,
  loader: () => void MailingDrawer.preload?.(),
  component: lazyRouteComponent(() => import('./features/campaigns/index.ts'), 'CampaignsPage'),
});

const campaignsMailing = createRoute({
  getParentRoute: () => campaigns,
  path: '$mailingId',
  component: function MailingOnCampaigns() {
    const { mailingId } = campaignsMailing.useParams();
    usePageTitle('Mailing');
    const navigate = useNavigate();
    const leave = () => void navigate({ to: paths.campaigns, search: true, replace: true });
    return (
      <FullAccess guests otherwise={<LimitedOverlay onClose={leave} />}>
        <MailingDrawer mailingId={mailingId} />
      </FullAccess>
    );
  },
});

const DesignReviewPage = lazyRouteComponent(() => import('./features/designs/index.ts'), 'DesignReviewPage');
const CampaignReviewPage = lazyRouteComponent(
  () => import('./features/designs/index.ts'),
  'CampaignReviewPage',
);
const ConceptSelectionPage = lazyRouteComponent(
  () => import('./features/designs/index.ts'),
  'ConceptSelectionPage',
);

const designReview = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/designs/$designId',
  component: function DesignReview() {
    const { accountId, designId } = designReview.useParams();
    return (
      <FullAccess otherwise={<LimitedPage title="Design Review" />}>
        <DesignReviewPage accountId={accountId} designId={designId} />
      </FullAccess>
    );
  },
});

const campaignReview = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/$campaignId/design',
  component: function CampaignReview() {
    const { campaignId } = campaignReview.useParams();
    return (
      <FullAccess otherwise={<LimitedPage title="Campaign Review" />}>
        <CampaignReviewPage campaignId={campaignId} />
      </FullAccess>
    );
  },
});

const conceptSelection = createRoute({
  getParentRoute: () => signedIn,
  path: paths.conceptSelection,
  component: () => (
    <FullAccess otherwise={<LimitedPage title="Design Concepts" />}>
      <ConceptSelectionPage />
    </FullAccess>
  ),
});

const CallDrawer = lazyRouteComponent(() => import('./features/calls/index.ts'), 'CallDrawer');

const scoreboard = createRoute({
  getParentRoute: () => scoped,
  path: paths.scoreboard,
  // in the same file as the page: without this it would be displayed 300 ms after the press
  loader: () => void CallDrawer.preload?.(),
  component: lazyRouteComponent(() => import('./features/scoreboard/index.ts'), 'ScoreboardPage'),
});

const scoreboardCall = createRoute({
  getParentRoute: () => scoreboard,
  path: '$callId',
  component: function CallOnScoreboard() {
    const { callId } = scoreboardCall.useParams();
    usePageTitle('Call Details');
    const navigate = useNavigate();
    const leave = () => void navigate({ to: paths.scoreboard, search: true, replace: true });
    return (
      <FullAccess guests otherwise={<LimitedOverlay onClose={leave} />}>
        <CallDrawer callId={callId} />
      </FullAccess>
    );
  },
});

const listsByPath: Record<string, OutcomeFilter> = {
  'missed-calls': 'missed call',
  'appointment-calls': 'appointment',
  'opportunity-calls': 'opportunity',
};

/** A path containing all-calls is the All Calls tab, where the address says which list. */
const allCalls = createRoute({
  getParentRoute: () => scoped,
  path: `${paths.scoreboard}/all-calls`,
  beforeLoad: ({ location }: { location: ParsedLocation }) => {
    const outcome = listsByPath[location.pathname.split('/')[3] ?? ''];
    throw redirect({
      to: paths.scoreboard,
      search: { ...(location.search as Address), tab: 'all-calls', ...(outcome ? { outcome } : {}) },
      replace: true,
    });
  },
});
const allCallsList = createRoute({ getParentRoute: () => allCalls, path: '$' });

const TrackingLinesPage = lazyRouteComponent(
  () => import('./features/tracking-lines/index.ts'),
  'TrackingLinesPage',
);

const trackingLines = createRoute({
  getParentRoute: () => scoped,
  path: paths.trackingLines,
  component: () => (
    <FullAccess guests otherwise={<LimitedPage title="Tracking Lines" />}>
      <TrackingLinesPage />
    </FullAccess>
  ),
});

const CallbacksPage = lazyRouteComponent(() => import('./features/callbacks/index.ts'), 'CallbacksPage');

const callbacks = createRoute({
  getParentRoute: () => scoped,
  path: paths.callbacks,
  component: () => (
    <FullAccess guests otherwise={<LimitedPage title="Callbacks" />}>
      <CallbacksPage />
    </FullAccess>
  ),
});

const CallerPage = lazyRouteComponent(() => import('./features/callers/index.ts'), 'CallerPage');

const caller = createRoute({
  getParentRoute: () => scoped,
  path: '/callers/$callId',
  component: function Caller() {
    const { callId } = caller.useParams();
    return (
      <FullAccess guests otherwise={<LimitedPage title="Caller" />}>
        <CallerPage key={callId} callId={callId} />
      </FullAccess>
    );
  },
});

const MapPage = lazyRouteComponent(() => import('./features/maps/index.ts'), 'MapPage');

const maps = createRoute({
  getParentRoute: () => scoped,
  path: paths.maps,
  component: () => (
    <FullAccess guests otherwise={<LimitedPage title="Map IQ" />}>
      <MapPage />
    </FullAccess>
  ),
});

const AreasPage = lazyRouteComponent(() => import('./features/maps/index.ts'), 'AreasPage');

const areas = createRoute({
  getParentRoute: () => scoped,
  path: paths.areas,
  component: () => (
    <FullAccess guests otherwise={<LimitedPage title="Areas and Zones" />}>
      <AreasPage />
    </FullAccess>
  ),
});

/** /calls and what is below it is the scoreboard to a full session and blocked for a limited one. */
const calls = createRoute({
  getParentRoute: () => signedIn,
  path: paths.calls,
  beforeLoad: ({ location }: { location: ParsedLocation }) => {
    if (!currentSession()?.limited) throw goTo(location.href.replace(/^\/calls/, paths.scoreboard));
  },
  component: () => <LimitedPage title="Scoreboard" />,
});
const callsCall = createRoute({ getParentRoute: () => calls, path: '$' });

const SettingsPage = lazyRouteComponent(() => import('./features/settings/index.ts'), 'SettingsPage');

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: paths.settings,
  component: () => (
    <FullAccess otherwise={<LimitedPage title="Settings" />}>
      <SettingsPage />
    </FullAccess>
  ),
});

const ProviderDesk = lazyRouteComponent(() => import('./features/provider/index.ts'), 'ProviderDesk');

const provider = createRoute({
  getParentRoute: () => signedIn,
  path: paths.provider,
  component: () => (teamPath() !== null || isOperator() ? <ProviderDesk /> : <NotFound />),
});
const providerSection = createRoute({ getParentRoute: () => provider, path: '$' });

const operate = createRoute({
  getParentRoute: () => signedIn,
  path: paths.operate,
  beforeLoad: ({ location }) => {
    throw goTo(paths.providerSection('system') + writeAddress(location.search));
  },
});

const ScoringPage = lazyRouteComponent(() => import('./features/scoring/index.ts'), 'ScoringPage');
const DeskPage = lazyRouteComponent(() => import('./features/scoring/index.ts'), 'DeskPage');
const QualityPage = lazyRouteComponent(() => import('./features/score-quality/index.ts'), 'QualityPage');
const RubricPage = lazyRouteComponent(() => import('./features/scoring/index.ts'), 'RubricPage');

/** For the provider's team alone; to others there is no such page. */
const isScorer = () => mayUse('scorer');
const scoring = createRoute({
  getParentRoute: () => signedIn,
  path: paths.scoring,
  component: () => (isScorer() ? <ScoringPage /> : <NotFound />),
});
const scoringCall = createRoute({
  getParentRoute: () => signedIn,
  path: paths.scoringCall,
  component: () => (isScorer() ? <DeskPage /> : <NotFound />),
});
const scoringRubric = createRoute({
  getParentRoute: () => signedIn,
  path: paths.scoringRubric,
  component: () => (isScorer() ? <RubricPage /> : <NotFound />),
});

const DisputesPage = lazyRouteComponent(() => import('./features/score-disputes/index.ts'), 'DisputesPage');

const disputes = createRoute({
  getParentRoute: () => signedIn,
  path: paths.disputes,
  component: () => (mayUse('disputes') ? <DisputesPage /> : <NotFound />),
});
const scoringQuality = createRoute({
  getParentRoute: () => signedIn,
  path: paths.scoringQuality,
  component: () => (isScorer() ? <QualityPage /> : <NotFound />),
});

const CalibrationPage = lazyRouteComponent(
  () => import('./features/calibration/index.ts'),
  'CalibrationPage',
);
const calibration = createRoute({
  getParentRoute: () => signedIn,
  path: paths.calibration,
  component: () => (isScorer() ? <CalibrationPage /> : <NotFound />),
});

/** Any other address: people who are not signed in see the login first. */
const elsewhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound });

const routeTree = root.addChildren([
  login,
  logout,
  verify,
  secondStep,
  magic,
  tokenSignIn,
  grant,
  activation,
  setup,
  resetPassword,
  unsubscribe,
  withdraw,
  signedIn.addChildren([
    start,
    view,
    scoped.addChildren([
      today,
      campaigns.addChildren([campaignsMailing]),
      scoreboard.addChildren([scoreboardCall]),
      allCalls.addChildren([allCallsList]),
      callbacks,
      caller,
      trackingLines,
      maps,
      areas,
    ]),
    designReview,
    campaignReview,
    conceptSelection,
    calls.addChildren([callsCall]),
    settings,
    provider.addChildren([providerSection]),
    operate,
    scoring,
    scoringCall,
    scoringRubric,
    disputes,
    scoringQuality,
    calibration,
    elsewhere,
  ]),
]);

export const createPageRouter = () =>
  createRouter({
    routeTree,
    parseSearch: parseAddress,
    stringifySearch: writeAddress as (search: Record<string, unknown>) => string,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: () => <FatalError inPage />,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });

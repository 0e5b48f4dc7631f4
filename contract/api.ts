import * as accounts from './accounts.ts';
import * as activity from './activity.ts';
import * as alertEmails from './alert-emails.ts';
import * as alertHistory from './alert-history.ts';
import * as appointments from './appointments.ts';
import * as brands from './brands.ts';
import * as callbackFigures from './callback-figures.ts';
import * as callbacks from './callbacks.ts';
import * as callers from './callers.ts';
import * as calibration from './calibration.ts';
import * as calls from './calls.ts';
import * as campaignReview from './campaign-review.ts';
import * as clientHealth from './client-health.ts';
import * as clientViews from './client-views.ts';
import * as connections from './connections.ts';
import * as contactWithdrawal from './contact-withdrawal.ts';
import * as designAlerts from './design-alerts.ts';
import * as designs from './designs.ts';
import * as exports from './exports.ts';
import * as frontDesk from './front-desk.ts';
import * as identity from './identity.ts';
import * as ownSessions from './own-sessions.ts';
import * as passkeys from './passkeys.ts';
import * as providerConnections from './provider-connections.ts';
import * as proof from './proof.ts';
import * as providerInbox from './provider-inbox.ts';
import * as providerMailings from './provider-mailings.ts';
import * as proTips from './pro-tips.ts';
import * as images from './images.ts';
import * as ingest from './ingest.ts';
import * as leaderboard from './leaderboard.ts';
import * as live from './live.ts';
import * as mailingStory from './mailing-story.ts';
import * as mailingZones from './mailing-zones.ts';
import * as mailings from './mailings.ts';
import * as mapShapes from './map-shapes.ts';
import * as maps from './maps.ts';
import * as notificationSettings from './notification-settings.ts';
import * as officeHours from './office-hours.ts';
import * as operate from './operate.ts';
import * as patientListUploads from './patient-list-uploads.ts';
import * as patientLists from './patient-lists.ts';
import * as picklists from './picklists.ts';
import * as providerDesigns from './provider-designs.ts';
import * as providerAreas from './provider-areas.ts';
import * as officeMerges from './office-merges.ts';
import * as providerOffices from './provider-offices.ts';
import * as providerPeople from './provider-people.ts';
import * as providerTeam from './provider-team.ts';
import * as providerPicklists from './provider-picklists.ts';
import * as providerSpreadsheets from './provider-spreadsheets.ts';
import * as recordings from './recordings.ts';
import * as resolve from './resolve.ts';
import * as reviewComments from './review-comments.ts';
import * as savedViews from './saved-views.ts';
import * as scoreboard from './scoreboard.ts';
import * as scoreDisputes from './score-disputes.ts';
import * as scoreQuality from './score-quality.ts';
import * as scoring from './scoring.ts';
import * as search from './search.ts';
import * as secondFactor from './second-factor.ts';
import * as settings from './settings.ts';
import * as trackingLines from './tracking-lines.ts';
import * as transcripts from './transcripts.ts';
import type { AnyRoute } from './wire/route.ts';

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'service' in value && 'path' in value && 'access' in value;

const exported: readonly unknown[] = [
  ...Object.values(identity),
  ...Object.values(settings),
  ...Object.values(ownSessions),
  ...Object.values(passkeys),
  ...Object.values(proof),
  ...Object.values(secondFactor),
  ...Object.values(notificationSettings),
  ...Object.values(accounts),
  ...Object.values(alertEmails),
  ...Object.values(alertHistory),
  ...Object.values(brands),
  ...Object.values(clientHealth),
  ...Object.values(clientViews),
  ...Object.values(connections),
  ...Object.values(contactWithdrawal),
  ...Object.values(picklists),
  ...Object.values(calls),
  ...Object.values(callbackFigures),
  ...Object.values(callbacks),
  ...Object.values(callers),
  ...Object.values(appointments),
  ...Object.values(recordings),
  ...Object.values(transcripts),
  ...Object.values(resolve),
  ...Object.values(trackingLines),
  ...Object.values(exports),
  ...Object.values(proTips),
  ...Object.values(mailings),
  ...Object.values(providerInbox),
  ...Object.values(providerMailings),
  ...Object.values(mailingStory),
  ...Object.values(mailingZones),
  ...Object.values(maps),
  ...Object.values(mapShapes),
  ...Object.values(reviewComments),
  ...Object.values(campaignReview),
  ...Object.values(designs),
  ...Object.values(designAlerts),
  ...Object.values(providerDesigns),
  ...Object.values(images),
  ...Object.values(activity),
  ...Object.values(officeHours),
  ...Object.values(providerConnections),
  ...Object.values(operate),
  ...Object.values(providerAreas),
  ...Object.values(officeMerges),
  ...Object.values(providerOffices),
  ...Object.values(providerPeople),
  ...Object.values(providerTeam),
  ...Object.values(providerPicklists),
  ...Object.values(providerSpreadsheets),
  ...Object.values(patientLists),
  ...Object.values(patientListUploads),
  ...Object.values(savedViews),
  ...Object.values(scoreboard),
  ...Object.values(scoreDisputes),
  ...Object.values(calibration),
  ...Object.values(scoreQuality),
  ...Object.values(scoring),
  ...Object.values(search),
  ...Object.values(scoreboard.breakdowns),
  ...Object.values(leaderboard),
  ...Object.values(live),
  ...Object.values(frontDesk),
  ...Object.values(ingest),
  ...Object.values(frontDesk.staffMetrics),
];

export const allRoutes: readonly AnyRoute[] = exported.filter(isRoute);

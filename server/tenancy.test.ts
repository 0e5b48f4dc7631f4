import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allRoutes } from '@mailcall/contract/api.ts';
import {
  logout,
  relatedAccounts,
  requestToken,
  scoreboardGrantHeader,
  startPasswordless,
} from '@mailcall/contract/identity.ts';
import { requestChallenge } from '@mailcall/contract/second-factor.ts';
import { endOtherSessions } from '@mailcall/contract/own-sessions.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { emptyBrand } from '@mailcall/contract/rules/brands.ts';
import { viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import { isTeamAccess } from '@mailcall/contract/rules/team-roles.ts';
import { apiKeyScopes } from '@mailcall/contract/rules/api-key-scopes.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { type AnyRoute, pathOf } from '@mailcall/contract/wire/route.ts';
import { decodeJwt, decodeProtectedHeader, exportJWK, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testPassword,
} from '../tests/support/test-app.ts';
import { addSampleOffice } from '../tests/support/sample-office.ts';
import { changeRoles, makeApiKey, makeScoreboardGrant, revokeApiKey } from './features/identity/index.ts';
import { serviceBase } from './platform/http/serve.ts';

const here = testApp(
  { LOG_LEVEL: 'silent', READ_MODEL: 'duckdb', PUBLIC_URL: 'https://mailcall.test' },
  { readModel: { leastCalls: 0, longestWait: 60_000 } },
);
// the copy has answered only where it was asked to
afterAll(() => expect(here.app.readModel.answered.copy).toBeGreaterThan(50));
const nameOf = (route: AnyRoute) => `${route.method} ${route.service} ${route.path}`;

/** Parts of a request, besides its accounts, with which it succeeds for its owner. */
interface Sample {
  /** Ids in the path or in the body; `call` is replaced by the id of a call. */
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  /** The query, or the body if there is one, names accounts. */
  accounts?: true;
  /** The path or the body names a call by its id. */
  owned?: true;
  /** Answer to the owner of the sample, unless it succeeds. */
  own?: [status: number, message: string];
  /** Status of public routes, unless 200. */
  status?: number;
}

const scoped: Sample = { accounts: true };
const consent = { acceptedTerms: true, authorizedReceiver: true };

const noComment: [number, string] = [404, 'There is no such comment.'];

const forOperators: Sample = { own: [404, 'There is nothing here.'] };
/** Nor about those for the provider's team. */
const forTeam = forOperators;

/** Routes of the provider's people, who alone learn that they are there. */
const isHidden = ({ access }: AnyRoute) => access === 'operator' || isTeamAccess(access);

const noUploadId = '11111111-1111-4111-8111-111111111111';
const ownOfSet = { setId: noUploadId, callId: 'own-call' };
const noDisputeId = '22222222-2222-4222-8222-222222222222';
const noDispute: [number, string] = [404, 'There is no such dispute.'];
const noView: [number, string] = [404, viewMessages.gone];
const noUpload: [number, string] = [404, 'There is no such upload.'];

const callbackOutcome = {
  callbackHandler: 'nobody',
  callbackOutcomeResult: 'Spoke With Caller',
  callbackOutcomeOpportunityResult: 'Unknown',
  callbackOutcomeSummary: 'Will think about it.',
};

/** Missing and unknown routes fail the test. */
const samples: Record<string, Sample> = {
  'POST identity /oauth/token': { body: { grant_type: 'none' }, status: 400 },
  'GET identity /.well-known/openid-configuration': {},
  'GET identity /.well-known/jwks.json': {},
  'GET identity /userinfo': {},
  'GET identity /user/relatedAccounts': {},
  'POST identity /contacts/activate/verify': {
    body: { email: 'nobody@people.test', code: 'none' },
    status: 422,
  },
  'POST identity /contacts/activate': {
    body: { email: 'nobody@people.test', code: 'none', password: 'Correct-Horse-1' },
    status: 422,
  },
  'POST identity /contacts/withdraw/verify': { body: { token: 'none' }, status: 422 },
  'POST identity /contacts/withdraw': { body: { token: 'none' }, status: 422 },
  'POST identity /logout': {},
  'POST identity /mfa/challenge': { body: { mfa_token: 'none', authenticator_id: 'email' }, status: 400 },
  'POST identity /passwordless/start': { body: { connection: 'email', email: 'nobody@people.test' } },
  'POST identity /users/check': { body: { email: 'nobody@people.test' }, status: 404 },
  'POST identity /users/resetPassword': { body: { email: 'nobody@people.test' } },
  'POST identity /contacts/refresh-activation-link': {
    body: { email: 'nobody@people.test', code: 'none' },
    status: 422,
  },
  'POST identity /contacts/:contactId/send-setup': {
    params: { contactId: 'olga' },
    own: [422, 'This account is already activated: it has a password.'],
  },
  'GET identity /account/:id/user': { params: { id: 'own' } },
  'GET identity /user/settings': {},
  'PUT identity /user/settings': { body: { email: 'olga@people.test' } },
  'POST identity /user/settings/confirm': {
    body: { code: '000000' },
    own: [422, 'Invalid verification code'],
  },
  'PUT identity /user/password': {
    body: { oldPassword: 'Wrong-Horse-1', newPassword: 'Brand-New-2026' },
    own: [422, 'Your current password is not correct'],
  },
  'GET identity /user/sessions': {},
  'DELETE identity /user/sessions/:id': {
    params: { id: 'none' },
    own: [404, 'This session has ended already.'],
  },
  'DELETE identity /user/sessions': {},
  'GET identity /user/passkeys': {},
  'GET identity /user/browsers': {},
  'DELETE identity /user/browsers/:id': { params: { id: '00000000-0000-4000-8000-000000000000' } },
  // a person with a password needs none
  'POST identity /user/proof/code': { own: [422, 'Current password is required'] },
  'POST identity /user/passkeys/options': { body: { password: testPassword } },
  'POST identity /user/passkeys': {
    body: {
      name: 'Phone',
      response: {
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'a', attestationObject: 'a' },
      },
    },
    own: [422, 'This passkey was not accepted. Please try again.'],
  },
  'DELETE identity /user/passkeys/:id': {
    params: { id: 'none' },
    own: [404, 'This passkey has been removed already.'],
  },
  'POST identity /passkeys/options': {},
  'POST identity /auth/scoreboard/grant/verify': { body: { code: 'none' }, status: 422 },
  'POST identity /user/scoreboard-grants': { body: { code: 'none' }, own: [422, messages.grantLinkOver] },
  'POST identity /auth/scoreboard/grant': { body: { code: 'none' }, status: 422 },
  'GET data /accounts/contacts': scoped,
  'GET data /settings/activity': scoped,
  'GET data /settings/activity/file': scoped,
  'GET data /settings/office-hours': scoped,
  'PUT data /settings/office-hours': {
    body: { accountId: 'own', open: [{ weekday: 1, opens: 480, closes: 1020 }], holidays: [] },
    own: [422, 'Only a primary contact can change the hours of an office.'],
  },
  'GET data /settings/account': { query: { accountIds: ['own'] } },
  'POST data /settings/contacts': {
    body: {
      accountId: 'own',
      notification: [
        { contactId: 'olga', alertType: 'Missed Call Alert', frequency: 'Real-time', method: ['Email'] },
      ],
    },
  },
  'GET data /settings/alerts': scoped,
  'GET data /object/score/field': { query: { names: ['answeredBy'] } },
  'GET data /object/campaign/field': { query: { names: ['mediaType'] } },
  'GET data /callbacks': scoped,
  'GET data /callbacks/count': scoped,
  'GET data /callbacks/figures': scoped,
  'GET data /callbacks/figures/calls': scoped,
  'GET data /callbacks/:id': { params: { id: 'call' }, owned: true },
  'GET data /callers/:id': { params: { id: 'call' }, owned: true },
  'POST data /callbacks/take-in': { accounts: true, body: {} },
  'POST data /callbacks/:id/actions': {
    params: { id: 'call' },
    owned: true,
    body: { requestId: noUploadId, kind: 'claim', version: 0 },
  },
  'POST data /callbacks/:id/undo': {
    params: { id: 'call' },
    owned: true,
    body: { actionId: noUploadId },
    own: [404, 'There is no such action.'],
  },
  'POST data /callbacks/:id/resolve': {
    params: { id: 'call' },
    owned: true,
    body: {
      requestId: noUploadId,
      callIds: ['foreign-call'],
      ...callbackOutcome,
    },
    own: [400, 'The request is not valid.'],
  },
  'GET data /calls': scoped,
  'GET data /appointments': scoped,
  'POST data /calls/request-download': { accounts: true, body: consent },
  'GET data /calls/download.xlsx': { query: { slt: 'none' }, status: 403 },
  'POST data /calls/request-large-export': { accounts: true, body: consent },
  'GET data /calls/exports': {},
  'POST data /calls/exports/:id/file': {
    params: { id: '11111111-1111-4111-8111-111111111111' },
    own: [404, 'There is no such export.'],
  },
  'GET data /calls/exports/file.xlsx': { query: { slt: 'none' }, status: 403 },
  'GET data /calls/:id': { params: { id: 'call' }, accounts: true, owned: true },
  'GET data /calls/:id/recording': {
    params: { id: 'call' },
    owned: true,
    own: [404, 'This call has no recording.'],
  },
  'GET data /calls/:id/transcript': { params: { id: 'call' }, owned: true },
  'POST data /calls/:id/resolve': {
    params: { id: 'call' },
    owned: true,
    body: callbackOutcome,
    own: [400, 'The request is not valid.'],
  },
  'GET data /calls/:id/actions': { params: { id: 'call' }, owned: true },
  'POST data /appointments': {
    owned: true,
    body: { call: 'call', firstName: 'Ann', lastName: 'Lee', dateTime: '2026-04-01T15:00:00.000Z' },
  },
  'GET data /alerts/unsubscribe/:token': { params: { token: 'none' }, status: 303 },
  'GET data /alerts/unsubscribe/:token/emails': { params: { token: 'none' }, status: 404 },
  'POST data /alerts/unsubscribe/:token': { params: { token: 'none' }, status: 404 },
  'GET data /recordings/:signature': { params: { signature: 'none' }, status: 403 },
  'GET data /tracking-lines/account': scoped,
  'GET data /views': {},
  'POST data /views': {
    body: { name: 'Missed', path: '/scoreboard', address: { range: 'last-30-days' }, accountId: null },
  },
  'GET data /views/:id': { params: { id: noUploadId }, own: noView },
  'PUT data /views/:id': { params: { id: noUploadId }, body: { revision: 1, name: 'Missed' }, own: noView },
  'DELETE data /views/:id': { params: { id: noUploadId }, own: noView },
  'PUT data /views/:id/settings': {
    params: { id: noUploadId },
    body: { isStartPage: true, mail: { frequency: 'off', weekday: 1 } },
    own: noView,
  },
  'GET data /start-page': {},
  'PUT data /start-page': { body: { today: false } },
  'GET data /search': { query: { query: 'own' } },
  'PUT data /tracking-lines': { body: { id: 'own-line', friendlyName: 'Front door' } },
  'GET data /mailings': scoped,
  'GET data /mailings/summary': scoped,
  'GET data /mailings/waiting': scoped,
  'GET data /mailings/:id': { params: { id: 'own-mailing' } },
  'PUT data /mailings/:id/approve': { params: { id: 'own-order' } },
  'PUT data /mailings/:id': { params: { id: 'own-mailing' }, body: { name: 'Spring' } },
  'GET data /mailings/:id/pieces': { params: { id: 'own-mailing' } },
  'GET data /mailings/:id/calls': { params: { id: 'own-mailing' } },
  'GET data /mailings/:id/story': { params: { id: 'own-delivered' } },
  'GET data /mailings/:id/zones/:zoneId': { params: { id: 'own-mailing', zoneId: 'own-zone' } },
  'GET maps /mailing-areas': scoped,
  'GET maps /mailing-zones/performance': scoped,
  'GET maps /geodata': { query: { ids: 'own-shape' } },
  'GET maps /tiles/:z/:x/:y': { params: { z: '0', x: '0', y: '0' }, accounts: true },
  'GET maps /accounts/:id': { params: { id: 'own' } },
  'POST maps /accounts/color': { body: { id: 'own', color: '#1f6feb' } },
  'PUT maps /mailing-areas/:id/color': { params: { id: 'own-area' }, body: { color: '#1f6feb' } },
  'PUT maps /mailing-areas/:id/new-mover': { params: { id: 'own-area' }, body: { color: '#1f6feb' } },
  'PUT maps /mailing-zones/:id/color': { params: { id: 'own-zone' }, body: { color: '#1f6feb' } },
  'PUT maps /campaigns/:id/color': { params: { id: 'own-mailing' }, body: { color: '#1f6feb' } },
  'GET data /designs': { query: { ids: ['own-design'] } },
  'GET data /designs/validate-concept': { query: { designId: 'own-design' } },
  'POST data /designs/select-concept': { body: { designId: 'own-design' } },
  'POST data /designs/:id/review/start': { params: { id: 'own-design' } },
  'POST data /designs/:designId/review-comment': {
    params: { designId: 'own-design' },
    body: { body: 'Brighter.', side: 'front', x: 0.5, y: 0.5 },
  },
  'PUT data /designs/review-comments/:id': { params: { id: 'none' }, body: { revision: 1 }, own: noComment },
  'DELETE data /designs/review-comments/:id': { params: { id: 'none' }, own: noComment },
  'POST data /designs/review-comments/:id/accept': { params: { id: 'none' }, own: noComment },
  'POST data /designs/review-comments/:id/reject': { params: { id: 'none' }, own: noComment },
  'POST data /designs/:id/close': { params: { id: 'own-design' }, body: {} },
  'GET data /accounts/:accountId/designs/:designId/mailings': {
    params: { accountId: 'own', designId: 'own-design' },
  },
  'GET data /campaigns/:id': { params: { id: 'own-mailing' } },
  'POST data /campaigns/:id/design/approve': { params: { id: 'own-order' }, body: {} },
  'POST data /campaigns/:id/design/reject': {
    params: { id: 'own-order' },
    body: {},
    own: [422, 'This campaign was approved already.'],
  },
  'GET data /images/:signature': { params: { signature: 'none' }, status: 403 },
  'POST data /designs/:id/pdf': {
    params: { id: 'own-design' },
    body: {},
    own: [404, 'The image no longer exists.'],
  },
  'GET data /pro-tips/:proTip/pdf': { params: { proTip: 'hold-time' } },
  'GET data /pro-tips/:proTip/image': { params: { proTip: 'hold-time' } },
  'GET maps /accounts/patient-lists': scoped,
  'GET maps /accounts/patient-lists/uploads': scoped,
  'GET maps /patient-lists/:id/households': { params: { id: 'own-list' } },
  'POST maps /patient-lists/:id/request-download': { params: { id: 'own-list' }, body: consent },
  'GET maps /patient-lists/:id.csv': { params: { id: 'own-list' }, query: { slt: 'none' }, status: 403 },
  'PUT maps /patient-lists/:id/archived': { params: { id: 'own-list' }, body: { archived: true } },
  'DELETE maps /patient-lists/:id': {
    params: { id: 'own-list' },
    own: [422, 'Only a primary contact can delete this list.'],
  },
  'POST maps /patient-lists/uploads': {
    query: { accountId: 'foreign', fileName: 'patients.csv' },
    own: [422, 'You cannot upload a patient list to this account.'],
  },
  'POST maps /patient-lists/uploads/:id/start': {
    params: { id: noUploadId },
    body: { columns: [], name: 'March', replacedListId: null },
    own: noUpload,
  },
  'POST maps /patient-lists/uploads/:id/layout': {
    params: { id: noUploadId },
    body: { encoding: 'utf-8', headerLine: null },
    own: noUpload,
  },
  'GET maps /patient-lists/uploads/:id': { params: { id: noUploadId }, own: noUpload },
  'POST maps /patient-lists/uploads/:id/cancel': { params: { id: noUploadId }, body: {}, own: noUpload },
  'POST maps /patient-lists/uploads/:id/add': { params: { id: noUploadId }, body: {}, own: noUpload },
  'GET maps /patient-lists/uploads/:id/report': { params: { id: noUploadId }, own: noUpload },
  'GET maps /patient-lists/uploads/:id/report.csv': { params: { id: noUploadId }, own: noUpload },
  'POST ingest /:file': { params: { file: 'calls' } },
  'PUT ingest /recordings/:callId': { params: { callId: 'call' } },
  'PUT ingest /files': { query: { path: 'images/spring.png' } },
  'GET ingest /fetches': {},
  'GET ingest /export': {},
  'POST ingest /twilio/:webhookId/status': { params: { webhookId: noUploadId }, status: 400 },
  'POST ingest /connections/:connectionId/events': { params: { connectionId: 'none' }, status: 400 },
  // a stream of accounts does not end; its own tests read it
  'GET data /live': { own: [400, 'The request is not valid.'] },
  'GET data /live/version': scoped,
  'GET data /provider/live': forTeam,
  'GET data /scoring': forTeam,
  'POST data /scoring/next': { ...forTeam, body: {} },
  'POST data /scoring/calls/:callId/open': { ...forTeam, params: { callId: 'own-call' }, body: {} },
  'PUT data /scoring/calls/:callId/draft': {
    ...forTeam,
    params: { callId: 'own-call' },
    body: { values: {}, marks: [] },
  },
  'POST data /scoring/calls/:callId/give-back': { ...forTeam, params: { callId: 'own-call' }, body: {} },
  'POST data /scoring/calls/:callId/skip': {
    ...forTeam,
    params: { callId: 'own-call' },
    body: { reason: 'technical' },
  },
  'PUT data /scoring/calls/:callId/score': {
    ...forTeam,
    params: { callId: 'own-call' },
    body: { requestId: noUploadId, version: 0, values: {}, marks: [], rubric: '1' },
  },
  'POST data /scoring/calls/:callId/undo': {
    ...forTeam,
    params: { callId: 'own-call' },
    body: { version: 1 },
  },
  'POST data /scoring/calls/:callId/played': { ...forTeam, params: { callId: 'own-call' }, body: {} },
  'GET data /scoring/calls/:callId/history': { ...forTeam, params: { callId: 'own-call' } },
  'GET data /scoring/accounts/:accountId/options': { ...forTeam, params: { accountId: 'own' } },
  'GET data /scoring/proposals/:kind': { ...forTeam, params: { kind: 'short' } },
  'POST data /scoring/proposals/:kind/accept': {
    ...forTeam,
    params: { kind: 'short' },
    body: { requestId: noUploadId, callIds: ['own-call'] },
  },
  'GET data /scoring/rubric': forTeam,
  'PUT data /scoring/rubric': { ...forTeam, body: { version: 1, fields: {} } },
  'GET data /calls/:id/scores': { params: { id: 'call' }, owned: true },
  'GET data /calls/:id/disputes': { params: { id: 'call' }, owned: true },
  'POST data /calls/:id/disputes': {
    params: { id: 'call' },
    body: { requestId: noUploadId, field: 'opportunity', wanted: 'No', reason: 'It was a supplier.' },
    owned: true,
    own: [422, 'This call is not scored yet.'],
  },
  'POST data /calls/:id/disputes/:disputeId/withdraw': {
    params: { id: 'call', disputeId: noDisputeId },
    body: {},
    owned: true,
    own: noDispute,
  },
  'POST data /calls/:id/disputes/:disputeId/answer': {
    params: { id: 'call', disputeId: noDisputeId },
    body: { answer: 'We see it otherwise.' },
    owned: true,
    own: noDispute,
  },
  'POST data /calls/:id/disputes/seen': { params: { id: 'call' }, body: {}, owned: true },
  'GET data /disputes/decided': {},
  'GET data /settings/design-alerts': {},
  'PUT data /settings/design-alerts': { body: { alertType: 'Design Due Alert', methods: [] } },
  'GET data /settings/dispute-answered': {},
  'PUT data /settings/dispute-answered': { body: { email: true } },
  'GET data /scoring/quality': forTeam,
  'GET data /scoring/quality/own': forTeam,
  'GET data /scoring/quality/calls': forTeam,
  'GET data /scoring/quality/calls/:callId': { ...forTeam, params: { callId: 'own-call' } },
  'POST data /scoring/quality/calls/:callId/decide': {
    ...forTeam,
    params: { callId: 'own-call' },
    body: { version: 1, values: {}, rubric: '1' },
  },
  'POST data /scoring/quality/calls/:callId/return': {
    ...forTeam,
    params: { callId: 'own-call' },
    body: { note: 'Please listen to the end.' },
  },
  'POST data /scoring/quality/calls/:callId/keep': {
    ...forTeam,
    params: { callId: 'own-call' },
    body: { answer: 'The caller asked for a price.' },
  },
  'GET data /scoring/calibration': forTeam,
  'POST data /scoring/calibration': { ...forTeam, body: { id: noUploadId, name: 'November' } },
  'GET data /scoring/calibration/:setId': { ...forTeam, params: { setId: noUploadId } },
  'DELETE data /scoring/calibration/:setId': { ...forTeam, params: { setId: noUploadId } },
  'GET data /scoring/calibration/:setId/own': { ...forTeam, params: { setId: noUploadId } },
  'GET data /scoring/calibration/:setId/result': { ...forTeam, params: { setId: noUploadId } },
  'POST data /scoring/calibration/:setId/calls': {
    ...forTeam,
    params: { setId: noUploadId },
    body: { callIds: ['own-call'] },
  },
  'POST data /scoring/calibration/:setId/random-calls': {
    ...forTeam,
    params: { setId: noUploadId },
    body: { outcome: 'opportunity', calls: 5 },
  },
  'POST data /scoring/calibration/:setId/start': {
    ...forTeam,
    params: { setId: noUploadId },
    body: { people: ['olga'], dueOn: null },
  },
  'POST data /scoring/calibration/:setId/close': { ...forTeam, params: { setId: noUploadId }, body: {} },
  'POST data /scoring/calibration/:setId/next': { ...forTeam, params: { setId: noUploadId }, body: {} },
  'DELETE data /scoring/calibration/:setId/calls/:callId': { ...forTeam, params: ownOfSet },
  'GET data /scoring/calibration/:setId/calls/:callId/recording': { ...forTeam, params: ownOfSet },
  'POST data /scoring/calibration/:setId/calls/:callId/open': { ...forTeam, params: ownOfSet, body: {} },
  'POST data /scoring/calibration/:setId/calls/:callId/undo': { ...forTeam, params: ownOfSet, body: {} },
  'PUT data /scoring/calibration/:setId/calls/:callId/draft': {
    ...forTeam,
    params: ownOfSet,
    body: { values: {}, marks: [] },
  },
  'PUT data /scoring/calibration/:setId/calls/:callId/answer': {
    ...forTeam,
    params: ownOfSet,
    body: { requestId: noUploadId, values: {}, marks: [], rubric: '1' },
  },
  'PUT data /scoring/calibration/:setId/calls/:callId/fields/:field': {
    ...forTeam,
    params: { ...ownOfSet, field: 'opportunity' },
    body: { agreed: 'Yes', note: null, version: 0 },
  },
  'GET data /provider/designs': forTeam,
  'GET data /provider/designs/offices/:accountId': { ...forTeam, params: { accountId: 'own' } },
  'POST data /provider/designs/files': {
    ...forTeam,
    query: { accountId: 'own', format: 'Postcard 4 × 6' },
  },
  'POST data /provider/designs': {
    ...forTeam,
    body: {
      requestId: noDisputeId,
      accountId: 'own',
      name: 'Spring',
      front: 'a'.repeat(64),
      back: null,
      send: null,
    },
  },
  'GET data /provider/designs/:id': { ...forTeam, params: { id: 'own-design' } },
  'PUT data /provider/designs/:id': {
    ...forTeam,
    params: { id: 'own-design' },
    body: { values: { name: 'Spring' }, before: {} },
  },
  'POST data /provider/designs/:id/send': {
    ...forTeam,
    params: { id: 'own-design' },
    body: { versionId: 'own-version', reviewers: ['olga'] },
  },
  'POST data /provider/designs/:id/versions': {
    ...forTeam,
    params: { id: 'own-design' },
    body: {
      requestId: noDisputeId,
      currentVersionId: 'own-version',
      front: 'a'.repeat(64),
      back: null,
      reviewers: ['olga'],
    },
  },
  'POST data /provider/designs/:id/comments/:commentId/answer': {
    ...forTeam,
    params: { id: 'own-design', commentId: 'own-comment' },
    body: { requestId: noDisputeId, body: 'With pleasure.', accepted: true },
  },
  'GET data /scoring/disputes': forTeam,
  'GET data /scoring/disputes/:disputeId': { ...forTeam, params: { disputeId: noDisputeId } },
  'POST data /scoring/disputes/:disputeId/accept': {
    ...forTeam,
    params: { disputeId: noDisputeId },
    body: { version: 1, values: {}, rubric: '1' },
  },
  'POST data /scoring/disputes/:disputeId/decline': {
    ...forTeam,
    params: { disputeId: noDisputeId },
    body: { reason: 'The caller asked for a price.' },
  },
  'GET data /provider/viewable-contacts': forTeam,
  'GET data /provider/inbox': forTeam,
  'GET data /provider/inbox/counts': forTeam,
  'POST data /provider/inbox/dismissals': { ...forTeam, body: { kind: 'unopened', id: 'own-version' } },
  'POST data /provider/inbox/questions/:id/answer': {
    ...forTeam,
    params: { id: noUploadId },
    body: { answer: 'tie' },
  },
  'GET data /provider/mailings': forTeam,
  'GET data /provider/mailing-options': forTeam,
  'GET data /provider/mailings/:id': { ...forTeam, params: { id: 'own-mailing' } },
  'POST data /provider/mailings': {
    ...forTeam,
    body: { accountId: 'own', values: { name: 'Fall', campaign_type: 'MVP Mail', print_date: 'soon' } },
  },
  'PUT data /provider/mailings/:id': {
    ...forTeam,
    params: { id: 'own-mailing' },
    body: { values: { print_date: 'soon' }, before: {} },
  },
  'POST data /provider/mailings/:id/feed-values': {
    ...forTeam,
    params: { id: 'own-mailing' },
    body: { columns: ['print_date'] },
  },
  'POST data /provider/mailings/moves': {
    ...forTeam,
    body: { step: 'printed', day: '2026-03-01', mailings: [{ id: 'own-mailing', from: null }] },
  },
  'POST data /provider/client-views': { ...forTeam, body: { contactId: 'olga' } },
  'POST data /operate/jobs/retry': { ...forOperators, body: { task: 'none' } },
  'POST data /operate/messages/:id/resend': { ...forOperators, params: { id: noUploadId } },
  'POST data /operate/webhooks/:id/resume': { ...forOperators, params: { id: 'none' } },
  'POST data /operate/api-keys/:id/revoke': { ...forOperators, params: { id: 'none' } },
  'POST data /operate/grants/:id/revoke': { ...forOperators, params: { id: 'none' } },
  'POST data /operate/contacts/:id/end-sessions': { ...forOperators, params: { id: 'none' } },
  'POST data /operate/signing-keys/rotate': forOperators,
  'GET data /provider/connections': forOperators,
  'POST data /provider/connections': {
    ...forOperators,
    body: { name: 'rail', kind: 'callrail', isAgency: true },
  },
  'GET data /provider/connections/:name': { ...forOperators, params: { name: 'rail' } },
  'PUT data /provider/connections/:name/secret': {
    ...forOperators,
    params: { name: 'rail' },
    body: { purpose: 'api', secret: 'a-new-secret', keepDays: 7, confirmation: 'rail' },
  },
  'POST data /provider/connections/:name/test': { ...forOperators, params: { name: 'rail' } },
  'PUT data /provider/connections/:name/paused': {
    ...forOperators,
    params: { name: 'rail' },
    body: { paused: true },
  },
  'POST data /provider/connections/:name/replay': { ...forOperators, params: { name: 'rail' }, body: {} },
  'GET data /provider/parked': forOperators,
  'GET data /provider/parked/targets': {
    ...forOperators,
    query: { assignedTo: 'mailing', query: 'own' },
  },
  'PUT data /provider/connections/:name/assignment': {
    ...forOperators,
    params: { name: 'rail' },
    body: { reference: '+13035550100', targetId: 'own-line', accountId: 'own' },
  },
  'GET data /provider/connections/:name/companies': { ...forOperators, params: { name: 'rail' } },
  'POST data /provider/connections/:name/companies/look': { ...forOperators, params: { name: 'rail' } },
  'PUT data /provider/connections/:name/companies': {
    ...forOperators,
    params: { name: 'rail' },
    body: { companies: [], keys: [] },
  },
  'PUT data /provider/connections/:name/companies/:companyId/joined': {
    ...forOperators,
    params: { name: 'rail', companyId: 'COM1' },
    body: { connection: 'rail-two' },
  },
  'GET data /provider/picklists': forTeam,
  'PUT data /provider/picklists': {
    ...forTeam,
    body: {
      object: 'campaign',
      field: 'campaignType',
      value: 'EDDM',
      label: 'EDDM',
      group: 'mailing',
      isRetired: false,
      before: null,
    },
  },
  'POST data /provider/picklists/industries': { ...forTeam, body: { from: 'Dentist office', to: 'Dental' } },
  'GET data /provider/spreadsheets': forTeam,
  'POST data /provider/spreadsheets': { ...forTeam, query: { fileName: 'mailings.csv' } },
  'GET data /provider/spreadsheets/:id': { ...forTeam, params: { id: noUploadId } },
  'POST data /provider/spreadsheets/:id/check': {
    ...forTeam,
    params: { id: noUploadId },
    body: { kind: 'campaigns', columns: ['id'] },
  },
  'POST data /provider/spreadsheets/:id/import': { ...forTeam, params: { id: noUploadId } },
  'GET data /provider/spreadsheets/:id/rejected.csv': { ...forTeam, params: { id: noUploadId } },
  'DELETE data /provider/spreadsheets/:id': { ...forTeam, params: { id: noUploadId } },
  'GET data /provider/people': forTeam,
  'POST data /provider/people': {
    ...forTeam,
    body: {
      people: [{ name: 'Ned', email: 'ned@people.test', phone: null }],
      officeIds: ['own'],
      primary: false,
      limited: false,
    },
  },
  'GET data /provider/office-choices': forTeam,
  'GET data /provider/offices': forTeam,
  'POST data /provider/offices': { ...forTeam, body: { values: { name: 'North' } } },
  'GET data /provider/offices/:id': { ...forTeam, params: { id: 'own' } },
  'PUT data /provider/offices/:id': {
    ...forTeam,
    params: { id: 'own' },
    body: { values: { name: 'North' }, before: {} },
  },
  'GET data /provider/offices/:id/merge': { ...forTeam, params: { id: 'own' }, query: { intoId: 'foreign' } },
  'POST data /provider/offices/:id/merge': {
    ...forTeam,
    params: { id: 'own' },
    body: { intoId: 'foreign', state: '', values: {}, confirmedIds: [] },
  },
  'POST data /provider/offices/:id/feed-value': {
    ...forTeam,
    params: { id: 'own' },
    body: { column: 'name' },
  },
  'POST data /provider/offices/:id/archive': {
    ...forTeam,
    params: { id: 'own' },
    body: { archived: true },
  },
  'GET data /provider/offices/:id/lists/:list': { ...forTeam, params: { id: 'own', list: 'lines' } },
  'POST data /provider/offices/:id/lists/:list': {
    ...forTeam,
    params: { id: 'own', list: 'staff' },
    body: { values: { name: 'Bea' } },
  },
  'PUT data /provider/offices/:id/lists/:list/:rowId': {
    ...forTeam,
    params: { id: 'own', list: 'lines', rowId: 'own-line' },
    body: { values: { status: 'Released' }, before: {} },
  },
  'POST data /provider/offices/:id/lists/:list/:rowId/feed-value': {
    ...forTeam,
    params: { id: 'own', list: 'lines', rowId: 'own-line' },
    body: { column: 'status' },
  },
  'GET data /provider/offices/:id/map': { ...forTeam, params: { id: 'own' } },
  'GET data /provider/offices/:id/carrier-routes': { ...forTeam, params: { id: 'own' } },
  'POST data /provider/offices/:id/areas': {
    ...forTeam,
    params: { id: 'own' },
    body: { areaId: null, name: 'North', color: '#1f6feb', routes: [{ shapeId: 'own-shape', route: 'R1' }] },
  },
  'PUT data /provider/offices/:id/lists/:list/:rowId/routes': {
    ...forTeam,
    params: { id: 'own', list: 'zones', rowId: 'own-zone' },
    body: { routes: [{ shapeId: 'own-shape', route: 'R1' }], before: null },
  },
  'POST data /provider/offices/:id/area-files': {
    ...forTeam,
    params: { id: 'own' },
    query: { fileName: 'areas.geojson' },
  },
  'GET data /provider/brands': forTeam,
  'POST data /provider/brands': { ...forTeam, body: { values: { ...emptyBrand, name: 'North' } } },
  'PUT data /provider/brands/:id': { ...forTeam, params: { id: 'none' }, body: { values: {}, before: {} } },
  'DELETE data /provider/brands/:id': { ...forTeam, params: { id: 'none' } },
  'POST data /provider/brand-logos': forTeam,
  'GET data /brand-logos/:id': { params: { id: 'none' }, status: 404 },
  'GET data /provider/offices/:id/brand': { ...forTeam, params: { id: 'own' } },
  'PUT data /provider/offices/:id/brand': {
    ...forTeam,
    params: { id: 'own' },
    body: { brandId: null, before: null },
  },
  'GET data /provider/places': forTeam,
  'GET data /provider/people/:id': { ...forTeam, params: { id: 'olga' } },
  'PUT data /provider/people/:id': {
    ...forTeam,
    params: { id: 'olga' },
    body: { values: { account_ids: 'own' }, before: {} },
  },
  'POST data /provider/people/:id/feed-value': {
    ...forTeam,
    params: { id: 'olga' },
    body: { column: 'name' },
  },
  'POST data /provider/people/:id/invitation': { ...forTeam, params: { id: 'olga' } },
  'POST data /provider/people/:id/unlock': { ...forTeam, params: { id: 'olga' } },
  'POST data /provider/people/:id/end-sessions': { ...forTeam, params: { id: 'nobody' } },
  'POST data /provider/people/:id/leave': { ...forTeam, params: { id: 'nobody' } },
  'GET data /provider/health': forTeam,
  'GET data /provider/health/file': forTeam,
  'GET data /provider/team': forTeam,
  'POST data /provider/team': {
    ...forTeam,
    body: {
      email: 'olga@people.test',
      name: 'N',
      phone: null,
      roles: ['scorer'],
      scope: 'all',
      languages: ['en'],
    },
  },
  'PUT data /provider/team/:id': { ...forTeam, params: { id: 'nobody' }, body: { name: 'N' } },
  'POST data /provider/team/:id/invitation': { ...forTeam, params: { id: 'nobody' } },
  'POST data /provider/team/:id/unlock': { ...forTeam, params: { id: 'nobody' } },
  'POST data /provider/team/:id/end-sessions': { ...forTeam, params: { id: 'nobody' } },
  'POST data /provider/team/:id/leave': { ...forTeam, params: { id: 'nobody' } },
  'GET data /operate/overview': forOperators,
  'GET data /operate/accounts': forOperators,
  'GET data /operate/contacts': forOperators,
  'GET data /operate/access': forOperators,
  'GET data /operate/deliveries': forOperators,
  'GET data /call-summary-count': scoped,
  'GET data /get-calls-per-day': scoped,
  'GET data /get-calls-by-week-hour': scoped,
  'GET data /get-calls-over-time': scoped,
  'GET data /breakdowns': { accounts: true, query: { keys: ['offer', 'paymentType'] } },
  'GET data /offers/inquiries': scoped,
  'GET data /products/inquiries': scoped,
  'GET data /insurances/inquiries': scoped,
  'GET data /get-caller-gender': scoped,
  'GET data /get-payment-types': scoped,
  'GET data /get-top-referral-source': scoped,
  'GET data /get-followup-reason': scoped,
  'GET data /get-scored-campaign-type-count': scoped,
  'GET data /get-no-appt-scheduled-reason': scoped,
  'GET data /calls/get-non-opportunity-reasons': scoped,
  'GET data /calls/get-answered-by': scoped,
  'GET data /calls/get-ivr-outcome': scoped,
  'GET data /calls/get-voicemail-outcome': scoped,
  'GET data /calls/get-caller-language': scoped,
  'GET data /calls/get-patient-type': scoped,
  'GET data /get-team-leaderboard': scoped,
  'GET data /get-office-handling-rate': scoped,
  'GET data /get-pricing-related-answer': scoped,
  'GET data /get-call-on-hold-metrics': scoped,
  'GET data /calls/metrics/staff-good-impression': scoped,
  'GET data /calls/metrics/staff-asked-for-source': scoped,
  'GET data /calls/metrics/staff-asked-for-appointment': scoped,
  'GET data /calls/metrics/staff-asked-additional-appointment': scoped,
  'GET data /calls/metrics/staff-hold-count': scoped,
  'GET data /calls/metrics/staff-average-hold-time': scoped,
};

const sampleOf = (route: AnyRoute): Sample => {
  const sample = samples[nameOf(route)];
  if (!sample) throw new Error(`${nameOf(route)} is not in the matrix.`);
  return sample;
};

function request(
  route: AnyRoute,
  options: { token?: string; call?: string; accountIds?: string[]; grant?: string } = {},
) {
  const sample = sampleOf(route);
  const filled = (part: object) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]: [string, unknown]) => [
        name,
        value === 'call' ? (options.call ?? 'own-call') : value,
      ]),
    );
  const params = filled(sample.params ?? {}) as Record<string, string>;
  const accounts = sample.accounts ? { accountIds: options.accountIds ?? ['own'] } : {};
  const query = encodeQuery({ ...sample.query, ...(sample.body ? {} : accounts) });
  return here.app.http.inject({
    method: route.method,
    url: `${serviceBase[route.service]}${pathOf(route, params)}${query && `?${query}`}`,
    headers: {
      ...(options.token === undefined ? {} : bearer(options.token)),
      ...(options.grant === undefined ? {} : { [scoreboardGrantHeader]: options.grant }),
    },
    ...(sample.body ? { payload: { ...filled(sample.body), ...accounts } } : {}),
  });
}

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [
    { id: 'own' },
    { id: 'own-sub', parent: 'own' },
    { id: 'foreign' },
    { id: 'closed', parent: 'own', deleted: true },
  ]);
  await addPerson(database, { id: 'olga', accounts: ['own'] });
  await addPerson(database, { id: 'sonja', accounts: ['own'] });
  await addPerson(database, { id: 'felix', accounts: ['foreign'] });
  await addPerson(database, { id: 'gesa', accounts: ['foreign'] });
  await addSampleOffice(database, 'own', { uploadedBy: 'olga', number: '+15555550100' });
  await database.kysely
    .insertInto('calls')
    .values({ account_id: 'foreign', id: 'foreign-call', call_date_time: '2026-03-01T15:00:00Z' })
    .execute();
});

async function comeAsGuest(): Promise<{ token: string; grant: string }> {
  const link = new URL(await makeScoreboardGrant(here, 'gesa@people.test', ['own']));
  const answer = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code: link.searchParams.get('code') },
  });
  const { accessToken, grantToken } = answer.json<{ data: { accessToken: string; grantToken: string } }>()
    .data;
  return { token: accessToken, grant: grantToken };
}

const tokens = { full: '', limited: '', ended: '', other: '' };
let guest = { token: '', grant: '' };
beforeAll(async () => {
  tokens.full = await signInAs(here, 'olga@people.test');
  tokens.other = await signInAs(here, 'felix@people.test');
  tokens.limited = await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
  guest = await comeAsGuest();
  tokens.ended = await signInAs(here, 'olga@people.test');
  await here.app.http.inject({ method: 'POST', url: '/api/identity/logout', headers: bearer(tokens.ended) });
});

/** Signing out uses a separate token: it would end the shared session, or all but its own. */
const tokenFor = (route: AnyRoute, realm: 'password' | 'limited-access' = 'password') =>
  route.path === '/logout' || route === endOtherSessions
    ? signInAs(here, `${route.path === '/logout' ? 'olga' : 'sonja'}@people.test`, { realm })
    : realm === 'password'
      ? tokens.full
      : tokens.limited;

const signedInRoutes = allRoutes
  .filter((route) => route.access !== 'public' && route.access !== 'key')
  .map((route) => [nameOf(route), route] as const);
const publicRoutes = allRoutes
  .filter((route) => route.access === 'public')
  .map((route) => [nameOf(route), route] as const);

const keyRoutes = allRoutes
  .filter((route) => route.access === 'key')
  .map((route) => [nameOf(route), route] as const);

test.each(keyRoutes)(
  '%s takes API keys with its scope, and neither sessions nor other keys',
  async (_, route) => {
    const { kysely } = here.database;
    const now = here.clock.now();
    const wanted = { name: 'matrix', system: 'matrix', scopes: ['webhooks'] };
    const others = await makeApiKey(kysely, wanted, now);
    const revoked = await makeApiKey(kysely, { ...wanted, scopes: [...apiKeyScopes] }, now);
    await revokeApiKey(kysely, revoked.apiKey.id, now);
    const statusOf = async (token?: string) =>
      (await request(route, token === undefined ? {} : { token })).statusCode;
    expect(await statusOf()).toBe(401);
    expect(await statusOf(tokens.full)).toBe(401);
    expect(await statusOf(revoked.key)).toBe(401);
    expect(await statusOf(others.key)).toBe(403);
  },
);

test('has every route of the contract in the matrix, and no other', () => {
  expect(Object.keys(samples).sort()).toEqual(allRoutes.map(nameOf).sort());
  expect(allRoutes.length).toBeGreaterThan(30);
});

test('serves every route of the contract', () => {
  const missing = allRoutes.filter((route) => !here.app.routes.served.has(route)).map(nameOf);
  expect(missing).toEqual([]);
  expect(here.app.routes.served.size).toBe(allRoutes.length);
});

test.each(publicRoutes)('%s answers without a token', async (_, route) => {
  const answer = await request(route);
  expect(answer.statusCode).toBe(sampleOf(route).status ?? 200);
});

describe.each(signedInRoutes)('%s', (_, route) => {
  test('refuses a request without a token', async () => {
    const answer = await request(route);
    expect([answer.statusCode, answer.json<{ status: string }>().status]).toEqual([401, 'error']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('answers a full session about its own account', async () => {
    const answer = await request(route, { token: await tokenFor(route) });
    const hasEnvelope = route.replyFormat === 'envelope' || answer.statusCode !== 200;
    expect([
      answer.statusCode,
      hasEnvelope ? answer.json<{ message?: string }>().message : undefined,
    ]).toEqual(sampleOf(route).own ?? [200, undefined]);
  });

  test('refuses a session that was idle for half an hour', async () => {
    const { rows } = await here.database.pool.query<{ seen_at: Date }>(
      `select seen_at from sessions where id = $1`,
      [decodeJwt(tokens.full)['sid']],
    );
    const setSeen = (at: Date) =>
      here.database.pool.query('update sessions set seen_at = $2 where id = $1', [
        decodeJwt(tokens.full)['sid'],
        at,
      ]);
    await setSeen(new Date(here.clock.now().getTime() - 30 * 60_000));
    expect((await request(route, { token: tokens.full })).statusCode).toBe(401);
    await setSeen(rows[0]?.seen_at ?? here.clock.now());
  });

  test('refuses a session that has ended', async () => {
    expect((await request(route, { token: tokens.ended })).statusCode).toBe(401);
  });

  test('admits a limited session only where the contract does', async () => {
    expect((await request(route, { token: await tokenFor(route, 'limited-access') })).statusCode).toBe(
      route.access === 'full' ? 403 : (sampleOf(route).own?.[0] ?? 200),
    );
  });
});

describe('the guest of a scoreboard link', () => {
  const [open, closed] = [true, false].map((guests) =>
    signedInRoutes.filter(([, route]) => route.guests === guests),
  );

  test('the lists are not empty', () => {
    expect(open?.length).toBeGreaterThan(40);
    expect(closed?.length).toBeGreaterThan(60);
  });

  test.each(closed ?? [])('is refused by %s', async (_, route) => {
    const answer = await request(route, guest);
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual(
      isHidden(route) ? forOperators.own : [403, messages.grantNeedsLogin],
    );
  });

  test.each(open ?? [])('reads the granted account by %s, and nothing of the contact', async (_, route) => {
    const sample = sampleOf(route);
    const as = route.path === '/logout' ? await comeAsGuest() : guest;
    const granted = await request(route, as);
    expect(granted.statusCode).toBe(sample.own?.[0] ?? 200);
    expect(granted.body).not.toContain('foreign');
    if (sample.owned) expect((await request(route, { ...as, call: 'foreign-call' })).statusCode).toBe(404);
    if (!sample.accounts) return;
    for (const accountIds of [['foreign'], ['own', 'foreign']])
      expect((await request(route, { ...as, accountIds })).statusCode).toBe(403);
    const all = await request(route, { ...as, accountIds: ['*'] });
    expect([all.statusCode, all.body.includes('foreign')]).toEqual([200, false]);
    // the header shows the accounts
    expect((await request(route, { token: as.token })).statusCode).toBe(403);
  });

  test('changes nothing, whatever the route', () => {
    expect(open?.filter(([, { method }]) => method !== 'GET').map(([name]) => name)).toEqual([
      'POST identity /logout',
    ]);
  });
});

describe('tokens that are not ours, on every route', () => {
  type Forgery = (token: string) => Promise<string>;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  const ownKey = async () => {
    const file = join(here.environment.dataFolder, 'identity', 'signing-keys.json');
    const [stored] = JSON.parse(await readFile(file, 'utf8')) as [
      { kid: string; key: Record<string, string> },
    ];
    return { kid: stored.kid, key: await importJWK(stored.key, 'RS256') };
  };
  const resigned = async (
    token: string,
    change: (payload: JWTPayload) => JWTPayload,
    header: Record<string, unknown> = {},
  ) => {
    const { kid, key } = await ownKey();
    return new SignJWT(change(decodeJwt(token)))
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid, ...header })
      .sign(key);
  };

  const forgeries: Record<string, Forgery> = {
    'an expired token': (token) => resigned(token, (payload) => ({ ...payload, exp: 1_700_000_000 })),
    'a token without an expiry': (token) => resigned(token, (payload) => ({ ...payload, exp: undefined })),
    'an unsigned token': async (token) => {
      const [, payload] = token.split('.');
      return `${encode({ alg: 'none', typ: 'at+jwt', kid: decodeProtectedHeader(token).kid })}.${payload}.`;
    },
    'a token signed with another key under our key’s id': async (token) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const { kid } = await ownKey();
      return new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
        .sign(privateKey);
    },
    'a token with its own key': async (token) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const jwk = await exportJWK(publicKey);
      return new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'mine', jwk })
        .sign(privateKey);
    },
    'a token signed with the public key as an HMAC secret': async (token) => {
      const keys = await here.app.http.inject({ url: '/api/identity/.well-known/jwks.json' });
      const [key] = keys.json<{ keys: [{ kid: string; n: string }] }>().keys;
      return new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
        .sign(Buffer.from(key.n));
    },
    'a token without a key’s id': (token) => resigned(token, (payload) => payload, { kid: undefined }),
    'a token for another audience': (token) => resigned(token, (payload) => ({ ...payload, aud: 'other' })),
    'a token of another issuer': (token) =>
      resigned(token, (payload) => ({ ...payload, iss: 'https://other.test/' })),
    'a token without a session': (token) => resigned(token, (payload) => ({ ...payload, sid: undefined })),
    'a token of an unknown session': (token) => resigned(token, (payload) => ({ ...payload, sid: 'none' })),
    'a token with another person on this session': (token) =>
      resigned(token, (payload) => ({ ...payload, sub: 'felix', 'https://mailcall/contact_id': 'felix' })),
    'a token of the id_token type': (token) => resigned(token, (payload) => payload, { typ: 'JWT' }),
    'a token with changed claims': async (token) => {
      const [header, , signature] = token.split('.');
      return `${header}.${encode({ ...decodeJwt(token), sub: 'felix' })}.${signature}`;
    },
  };

  test.each(Object.entries(forgeries))('refuses %s', async (_, forge) => {
    const forged = await forge(tokens.full);
    const statuses = await Promise.all(
      signedInRoutes.map(async ([name, route]) => [
        name,
        (await request(route, { token: forged })).statusCode,
      ]),
    );
    expect(statuses).toEqual(signedInRoutes.map(([name]) => [name, 401]));
  });

  test('accepts the same token when it is signed again unchanged', async () => {
    const token = await resigned(tokens.full, (payload) => payload);
    expect(
      (await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(token) })).statusCode,
    ).toBe(200);
  });
});

describe('another office', () => {
  const withAccounts = signedInRoutes.filter(([, route]) => sampleOf(route).accounts);
  const owned = signedInRoutes.filter(([, route]) => sampleOf(route).owned);

  test('the lists are not empty', () => {
    expect(withAccounts.length).toBeGreaterThan(15);
    expect(owned.length).toBeGreaterThan(1);
    expect(named.length).toBeGreaterThan(25);
  });

  test.each(withAccounts)('%s refuses its account, alone or with one’s own', async (_, route) => {
    const token = tokens.full;
    for (const accountIds of [['foreign'], ['own', 'foreign'], ['own', 'unheard-of'], ['closed']]) {
      expect((await request(route, { token, accountIds })).statusCode).toBe(403);
    }
    expect((await request(route, { token, accountIds: ['own', 'own-sub'] })).statusCode).toBe(200);
  });

  const readable = withAccounts.filter(([, { method }]) => method === 'GET');

  test.each(readable)(
    '%s shows its account to the guest of a scoreboard grant until the grant ends',
    async (_, route) => {
      const code = new URL(await makeScoreboardGrant(here, 'olga@people.test', ['foreign'])).searchParams.get(
        'code',
      );
      const exchanged = await here.app.http.inject({
        method: 'POST',
        url: '/api/identity/auth/scoreboard/grant',
        payload: { code },
      });
      const { grantToken } = exchanged.json<{ data: { grantToken: string } }>().data;
      const token = tokens.full;
      const asGuest = { token, accountIds: ['foreign'], call: 'foreign-call', grant: grantToken };
      expect((await request(route, asGuest)).statusCode).toBe(200);
      expect((await request(route, { ...asGuest, grant: 'forged' })).statusCode).toBe(409);
      await here.database.pool.query(`update scoreboard_grants set expires_at = '2026-01-01'`);
      expect((await request(route, asGuest)).statusCode).toBe(409);
    },
  );

  test.each(owned)('%s does not find its call', async (_, route) => {
    const token = tokens.full;
    const [foreign, unheard] = [
      await request(route, { token, call: 'foreign-call' }),
      await request(route, { token, call: 'unheard-of' }),
    ];
    expect([foreign.statusCode, foreign.json<{ message: string }>().message]).toEqual([
      404,
      'Call foreign-call not found',
    ]);
    expect([unheard.statusCode, unheard.json<{ message: string }>().message]).toEqual([
      404,
      'Call unheard-of not found',
    ]);
  });

  const isOwn = /^own(-|$)/;
  const named = signedInRoutes.flatMap(([name, route]) => {
    const { params, query, body } = sampleOf(route);
    const ids = [params, query, body].flatMap((part) => Object.values(part ?? {}).flat());
    return ids.some((id) => typeof id === 'string' && isOwn.test(id)) ? [[name, route] as const] : [];
  });

  async function askAsOther(route: AnyRoute, token: string, changed: (id: string) => string) {
    const { params, query, body, accounts } = sampleOf(route);
    const exchanged = (part: object = {}) =>
      JSON.parse(JSON.stringify(part), (_name, value: unknown) =>
        typeof value === 'string' && isOwn.test(value) ? changed(value) : value,
      ) as Record<string, string>;
    const search = encodeQuery({ ...exchanged(query), ...(accounts && { accountIds: ['foreign'] }) });
    const answer = await here.app.http.inject({
      method: route.method,
      url: `${serviceBase[route.service]}${pathOf(route, exchanged(params))}${search && `?${search}`}`,
      headers: bearer(token),
      ...(body && { payload: exchanged(body) }),
    });
    const said = answer.body.replaceAll(/\bown\b/g, 'xyz').replace(/"asOf":"[^"]*"/, '');
    return { status: answer.statusCode, said };
  }

  test.each(named)('%s answers it about an id of others as about one that nobody has', async (_, route) => {
    const own = await askAsOther(route, tokens.other, (id) => id);
    expect(own).toEqual(await askAsOther(route, tokens.other, (id) => id.replace(isOwn, 'xyz$1')));
    expect([200, 400, 403, 404]).toContain(own.status);
    if (own.status === 200) expect(own.said).not.toContain('xyz');
  });

  test('returns nothing for an empty selection of accounts', async () => {
    const token = await signInAs(here, 'felix@people.test');
    for (const [, route] of withAccounts.filter(([, { path }]) => !path.includes(':'))) {
      const answer = await request(route, { token, accountIds: [] });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toContain('own-call');
    }
  });
});

describe('an account manager who views as a client', () => {
  const view = { token: '' };

  beforeAll(async () => {
    await addTeamMember(here.database, { id: 'viewing', roles: ['account-manager'], accounts: ['own'] });
    const token = await signInAs(here, 'viewing@people.test');
    const begun = await here.app.http.inject({
      method: 'POST',
      url: '/api/data/provider/client-views',
      headers: bearer(token),
      payload: { contactId: 'olga' },
    });
    view.token = begun.json<{ data: { token: string } }>().data.token;
  });

  const inView = ([, { clientViews, access }]: (typeof signedInRoutes)[number]) =>
    clientViews === true && access !== 'operator' && !isTeamAccess(access);
  const open = signedInRoutes.filter(inView);
  const closed = signedInRoutes.filter((each) => !inView(each));

  test('only reads, without the ways to sign in and downloads', () => {
    expect(open.filter(([, { method }]) => method !== 'GET').map(([name]) => name)).toEqual([
      'POST identity /logout',
    ]);
    expect(
      closed.filter(([, route]) => route.method === 'GET' && !isHidden(route)).map(([name]) => name),
    ).toEqual([
      'GET identity /user/sessions',
      'GET identity /user/passkeys',
      'GET identity /user/browsers',
      'GET data /calls/:id/recording',
      'GET data /calls/:id/transcript',
      'GET data /pro-tips/:proTip/pdf',
      'GET data /settings/activity/file',
      'GET maps /patient-lists/uploads/:id/report.csv',
    ]);
  });

  test.each(closed)('is refused by %s, with the reason', async (_, route) => {
    const answer = await request(route, view);
    const refusal = [
      403,
      route.clientViews === 'recordings' ? messages.clientViewHearsNothing : messages.clientViewOnlyReads,
    ];
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual(
      isHidden(route) ? forOperators.own : refusal,
    );
  });

  /** Without times, and places in time. */
  const settled = (text: string) => text.replaceAll(/"asOf":"[^"]*"/g, '').replaceAll(/images\/[\w.-]+/g, '');

  test.each(open.filter(([, { method }]) => method === 'GET'))(
    'sees by %s what the client sees',
    async (_, route) => {
      const asClient = await request(route, { token: tokens.full });
      const viewed = await request(route, view);
      expect(viewed.statusCode).toBe(asClient.statusCode);
      if (route.replyFormat !== 'binary') expect(settled(viewed.body)).toBe(settled(asClient.body));
    },
  );

  test('ends by signing out, which leaves the account manager signed in', async () => {
    expect((await request(logout, view)).statusCode).toBe(200);
    const ended = await request(relatedAccounts, view);
    expect([ended.statusCode, ended.json<{ message: string }>().message]).toEqual([
      401,
      messages.clientViewEnded,
    ]);
  });
});

describe('the provider’s people', () => {
  const people = {
    scorer: { roles: ['scorer'], opens: ['scorer', 'listener'] },
    'scoring lead': { roles: ['scoring-lead'], opens: ['scorer', 'scoring-lead', 'disputes', 'listener'] },
    'scorer of chosen accounts': { roles: ['scorer'], opens: ['scorer', 'listener'], accounts: ['own'] },
    'scorer of another office': { roles: ['scorer'], opens: ['scorer', 'listener'], accounts: ['foreign'] },
    'account manager': {
      roles: ['account-manager'],
      opens: ['disputes', 'listener', 'account-manager', 'designer', 'provider'],
    },
    'account manager of another office': {
      roles: ['account-manager'],
      opens: ['disputes', 'listener', 'account-manager', 'designer', 'provider'],
      accounts: ['foreign'],
    },
    designer: { roles: ['designer'], opens: ['designer', 'provider'] },
    'designer of another office': {
      roles: ['designer'],
      opens: ['designer', 'provider'],
      accounts: ['foreign'],
    },
    'operator of the team': {
      roles: ['operator'],
      opens: [
        'scorer',
        'scoring-lead',
        'operator',
        'disputes',
        'listener',
        'account-manager',
        'designer',
        'provider',
        'team',
      ],
    },
    'operator outside the team': { roles: [], opens: ['operator'] },
  } as const;
  const everyone = Object.entries(people).map(
    ([who, { opens }]) => [who, opens as readonly string[]] as const,
  );
  const idOf = (who: string) => who.replaceAll(' ', '-');
  const emailOf = (who: string) => `${idOf(who)}@people.test`;
  const teamTokens = new Map<string, string>();

  const leaving = (who: string) => `${idOf(who)}-leaving@people.test`;

  beforeAll(async () => {
    for (const [who, { roles, ...person }] of Object.entries(people)) {
      for (const email of [emailOf(who), leaving(who)]) {
        const id = email.replace(/@.*/, '');
        if (roles.length > 0) await addTeamMember(here.database, { id, roles, ...person });
        else {
          await addPerson(here.database, { id });
          await changeRoles(here, email, { add: 'operator' });
        }
      }
      teamTokens.set(who, await signInAs(here, emailOf(who)));
    }
  });

  /** Of another person for signing out, which would end the shared session. */
  const tokenOf = async (who: string, route: AnyRoute) => {
    if (route.path !== '/logout' && route !== endOtherSessions) return teamTokens.get(who) ?? '';
    // all come from one address
    await here.database.pool.query('delete from attempt_limits');
    return signInAs(here, leaving(who));
  };

  async function ask(
    who: string,
    route: AnyRoute,
    accounts: readonly string[],
    changed: (id: string) => string,
  ) {
    const { params = {}, query = {}, body, accounts: named } = sampleOf(route);
    const filled = <Part extends object>(part: Part) =>
      JSON.parse(JSON.stringify(part), (_name, value: unknown) =>
        typeof value === 'string' ? changed(value === 'call' ? 'own-call' : value) : value,
      ) as Record<string, string>;
    const selected = named ? { accountIds: accounts.map(changed) } : {};
    const search = encodeQuery({ ...filled(query), ...(body ? {} : selected) });
    const opens: readonly string[] = people[who as keyof typeof people].opens;
    const answer = await here.app.http.inject({
      // a stream does not end; its own tests read it
      method: route.replyFormat === 'events' && opens.includes(route.access) ? 'HEAD' : route.method,
      url: `${serviceBase[route.service]}${pathOf(route, filled(params))}${search && `?${search}`}`,
      headers: bearer(await tokenOf(who, route)),
      ...(body && { payload: { ...filled(body), ...selected } }),
    });
    return { status: answer.statusCode, body: answer.body };
  }

  const unchanged = (id: string) => id;
  const unknown = (id: string) => id.replace(/^own(?=-|$)/, 'xyz');
  const withoutIds = (text: string) =>
    text.replaceAll(/\bown(?=-|\b)/g, 'xyz').replaceAll(/"asOf":"[^"]*"/g, '');

  const officeData = /Office (own|foreign)|own-|foreign/;
  const clientRoutes = signedInRoutes.filter(([, route]) => !isHidden(route));
  const namesOffice = (route: AnyRoute) => {
    const { params, query, body, accounts, owned } = sampleOf(route);
    return accounts || owned || /"own["-]/.test(JSON.stringify([params, query, body]));
  };
  const naming = clientRoutes.filter(([, route]) => namesOffice(route));
  const hiddenRoutes = signedInRoutes.filter(([, route]) => isHidden(route));

  const ofOthers = everyone.map(([who]) => who).filter((who) => who.endsWith('another office'));
  test.each(
    hiddenRoutes
      .filter(([, route]) => namesOffice(route))
      .flatMap(([name, route]) => ofOthers.map((who) => [name, who, route] as const)),
  )('%s answers a %s as about one that nobody has', async (_, who, route) => {
    const own = await ask(who, route, ['own'], unchanged);
    const none = await ask(who, route, ['own'], unknown);
    expect([own.status, withoutIds(own.body)]).toEqual([none.status, withoutIds(none.body)]);
  });

  describe.each(everyone)('%s', (who, opens) => {
    test.each(clientRoutes)('%s shows nothing of an office', async (_, route) => {
      const { accounts, owned } = sampleOf(route);
      const own = await ask(who, route, ['own'], unchanged);
      const expected = accounts ? 403 : owned ? 404 : own.status;
      expect(own.status).toBe(expected);
      // others repeat the id that was asked for
      expect(own.status === 200 ? own.body : '').not.toMatch(officeData);
    });

    test.each(naming)('%s answers about an office as about one that nobody has', async (_, route) => {
      const own = await ask(who, route, ['own'], unchanged);
      const none = await ask(who, route, ['own'], unknown);
      expect([own.status, withoutIds(own.body)]).toEqual([none.status, withoutIds(none.body)]);
    });

    const listing = clientRoutes.filter(([, route]) => sampleOf(route).accounts && !sampleOf(route).owned);

    test.each(listing)('%s shows no account of all', async (_, route) => {
      const { status, body } = await ask(who, route, ['*'], unchanged);
      expect([200, 400, 403, 422]).toContain(status);
      expect(body).not.toMatch(officeData);
    });

    test.each(hiddenRoutes)('%s is there for some of them', async (_, route) => {
      const { status, body } = await ask(who, route, ['own'], unchanged);
      if (!opens.includes(route.access)) {
        expect([status, (JSON.parse(body) as { message: string }).message]).toEqual(forOperators.own);
        return;
      }
      expect(body).not.toContain('There is nothing here.');
      expect(
        route.path.startsWith('/operate/') && route.method === 'GET' ? [200] : [200, 400, 404, 409, 422],
      ).toContain(status);
    });

    test('has no account', async () => {
      const related = await here.app.http.inject({
        url: '/api/identity/user/relatedAccounts',
        headers: bearer(teamTokens.get(who) ?? ''),
      });
      expect(related.json()).toMatchObject({
        data: { accounts: [], team: people[who as keyof typeof people].roles },
      });
    });
  });
});

test('only the token endpoint and what sends a code for it have their own error format', () => {
  expect(allRoutes.filter((route) => route.replyFormat === 'plain' && route.method === 'POST')).toEqual([
    requestToken,
    startPasswordless,
    requestChallenge,
  ]);
});

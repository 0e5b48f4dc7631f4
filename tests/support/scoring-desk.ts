import { randomUUID } from 'node:crypto';
import {
  type DeskCall,
  openScoringCall,
  saveScore,
  takeNextCall,
  undoScore,
} from '@mailcall/contract/scoring.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { csv, FeedFolders, type FolderContent } from '../../server/features/ingest/feed-for-tests.ts';
import { importFolder } from '../../server/features/ingest/index.ts';
import { withoutSecondPasses } from './provider-file.ts';
import { requestRoute } from './request-route.ts';
import { addPerson, addTeamMember, signInAs, testApp, testNow } from './test-app.ts';

/** An answered opportunity without an appointment. */
export const answeredScore: ScoreValues = {
  ...emptyScore,
  answeredBy: 'Staff',
  handler: { id: 's1', name: 'Maria Front' },
  callerName: 'Nora Chavez',
  patientType: 'New Patient Opportunity',
  opportunity: true,
  askedForAppointment: true,
  askedForSource: false,
  goodImpression: true,
  noAppointmentScheduledReason: 'Price',
  followUpOpportunity: false,
  highlights: 'Asked for the price of a cleaning.',
};

export const missedScore: ScoreValues = {
  ...emptyScore,
  answeredBy: 'No Answer',
  patientType: 'Unknown',
  followUpOpportunity: false,
  highlights: 'Nobody answered.',
};

/** An office with Ann, two scorers and a lead, without calls before each test. */
export function scoringDesk(variables: Record<string, string> = {}, options?: Parameters<typeof testApp>[1]) {
  const here = testApp({ ...withoutSecondPasses(), ...variables }, options);
  const folders = new FeedFolders();
  const tokens: Record<string, string> = {};

  const minutesAgo = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString();
  const later = (minutes: number) => here.clock.set(minutesAgo(-minutes));

  async function send(content: FolderContent): Promise<void> {
    const report = await importFolder(here.database, await folders.folder(content), { files: here.files });
    if (report.firstRejections.length > 0) throw new Error(JSON.stringify(report.firstRejections));
  }
  const bring = (calls: readonly Record<string, unknown>[]) =>
    send({
      'calls.csv': csv(
        calls.map((call) => ({
          account_id: 'own',
          caller_phone_number: '+13035550101',
          duration_seconds: 40,
          opportunity: '',
          call_answered_by: '',
          patient_type: '',
          ...call,
        })),
      ),
    });

  beforeAll(async () => {
    await send({
      'picklists.csv': csv(
        [
          ['noAppointmentScheduledReason', 'Price'],
          ['nonOpportunityReason', 'Spam call'],
          ['callerLanguage', 'English'],
        ].map(([field = '', value = '']) => ({ object: 'score', field, value, label: value })),
      ),
      'accounts.csv': csv([{ id: 'own', name: 'Own', time_zone: 'America/Denver' }]),
      'staff.csv': csv([{ id: 's1', account_id: 'own', name: 'Maria Front' }]),
    });
    await addTeamMember(here.database, { id: 'nora', roles: ['scorer'] });
    await addTeamMember(here.database, { id: 'omar', roles: ['scorer'] });
    await addTeamMember(here.database, { id: 'lea', roles: ['scoring-lead'] });
    await addPerson(here.database, { id: 'ann', accounts: ['own'] });
    for (const id of ['nora', 'omar', 'lea', 'ann']) tokens[id] = await signInAs(here, `${id}@people.test`);
  });
  afterAll(() => folders.remove());
  beforeEach(async () => {
    here.clock.set(testNow);
    await here.database.pool.query(
      `truncate calls, appointments, inquiries, call_scores, call_actions, score_claims, score_drafts, score_skips, score_versions,
         score_second_passes, score_disputes, access_log, portal_changes`,
    );
  });

  const ask = <Data>(
    who: string,
    route: Parameters<typeof requestRoute>[2],
    parts: Parameters<typeof requestRoute>[3] = {},
  ) => requestRoute<Data>(here, tokens[who] as string, route, parts);
  const next = async (who: string) =>
    (await ask<{ call: DeskCall | null }>(who, takeNextCall, { body: { except: [] } })).data.call;
  const open = (who: string, callId: string) =>
    ask<{ call: DeskCall }>(who, openScoringCall, { params: { callId }, body: {} });
  const save = (who: string, callId: string, more: object = {}) =>
    ask<{ version: number }>(who, saveScore, {
      params: { callId },
      body: {
        requestId: randomUUID(),
        version: 0,
        values: answeredScore,
        marks: [],
        rubric: '1',
        ...more,
      },
    });
  const undo = (who: string, callId: string, version: number) =>
    ask<{ call: DeskCall }>(who, undoScore, { params: { callId }, body: { version } });

  return { here, tokens, minutesAgo, later, send, bring, ask, next, open, save, undo };
}

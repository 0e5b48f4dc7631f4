// @vitest-environment jsdom
import type { Call, CallRow } from '@mailcall/contract/calls.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { callQuery } from './api.ts';
import { refreshCallLists, rowOfCall, showFreshCall } from './fresh-call.ts';

const call: Call = {
  id: 'c1',
  accountId: 'a',
  accountName: 'Office',
  timeZone: 'America/Denver',
  callDateTime: '2026-03-10T10:00:00.000Z',
  callAudio: null,
  callDuration: 61,
  callerPhoneNumber: '+1 (303) 555-0101',
  callerPhoneNumberRaw: '+13035550101',
  appointmentsCounter: 1,
  outcome: ['appointment', 'missed call'],
  campaignId: null,
  campaignName: null,
  campaignTitle: null,
  campaignLabel: null,
  campaignTargetDeliveryWeek: null,
  campaignType: null,
  campaignTypeDetails: null,
  recordType: null,
  campaignMediaType: null,
  scoreId: null,
  callerName: 'Ann',
  callerIdName: null,
  callerIdNameFmt: null,
  opportunity: false,
  callAnsweredBy: 'Voicemail',
  handlerName: null,
  patientType: null,
  ivrOutcome: null,
  referralSource: null,
  sourceMentioned: null,
  voicemailLeftMessage: null,
  voicemailWantsAppointment: null,
  highlights: 'Wants a cleaning.',
  followUpOpportunity: true,
  followUpReason: null,
  nonOpportunityReason: null,
  noAppointmentScheduledReason: null,
  resolveDate: '2026-03-11T10:00:00.000Z',
  callbackHandler: 'Maria',
  callbackOutcomeResult: 'Spoke With Caller',
  callbackOutcomeOpportunityResult: 'Unknown',
  callbackOutcomeOpportunity: 'Unknown',
  callbackOutcomeSummary: 'Will come.',
  appointments: [],
  offers: [],
  accountOffers: [],
  services: [],
  insurances: [],
  relatedCalls: [],
  audioPeaks: null,
  recordingRemoved: false,
  hasTranscript: false,
  goneAt: null,
};
const stale: CallRow = {
  ...rowOfCall(call),
  callResolveDate: null,
  outcome: ['missed call', 'follow up'],
  count: 0,
};
const other: CallRow = { ...stale, callId: 'c2' };

test('replaces a changed call in its details, in every list and among related calls', () => {
  const client = new QueryClient();
  const scope = { accountIds: ['a'] };
  client.setQueryData(callQuery('c1').queryKey, { ...call, resolveDate: null });
  client.setQueryData(callQuery('c2').queryKey, { ...call, id: 'c2', relatedCalls: [stale, other] });
  const keys = [
    ['calls', 'list', { ...scope, page: 1 }],
    ['calls', 'list', { ...scope, page: 2 }],
  ];
  for (const key of keys) client.setQueryData(key, { meta: {}, records: [other, stale] });
  client.setQueryData(['calls', 'appointments', scope], { meta: {}, records: [{ Id: 'p', call: stale }] });
  const updates = new Map<string, unknown>();
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') updates.set(JSON.stringify(query.queryKey), query.state.data);
  });

  showFreshCall(client, call);

  expect(client.getQueryData(callQuery('c1').queryKey)).toEqual(call);
  expect(client.getQueryData<Call>(callQuery('c2').queryKey)?.relatedCalls).toEqual([rowOfCall(call), other]);
  for (const key of keys)
    expect(updates.get(JSON.stringify(key))).toEqual({ meta: {}, records: [other, rowOfCall(call)] });
  expect(updates.get(JSON.stringify(['calls', 'appointments', scope]))).toEqual({
    meta: {},
    records: [{ Id: 'p', call: rowOfCall(call) }],
  });
});

test('removes lists and figures that are not displayed, but not the call itself', () => {
  const client = new QueryClient();
  const figures = [
    ['summary', { accountIds: ['a'] }],
    ['scoreboard', 'breakdown', 'offer', { accountIds: ['a'] }],
    ['calls', 'list', { accountIds: ['a'] }],
    ['mailings', 'story', 'm1'],
    ['mailings', 'calls', 'm1', { page: 1 }],
  ];
  for (const key of figures) client.setQueryData(key, key[0] === 'calls' ? { records: [] } : {});
  client.setQueryData(['picklists'], {});
  client.setQueryData(['mailings', 'zone', 'm1', 'z'], {});
  showFreshCall(client, call);
  expect(figures.filter((key) => client.getQueryData(key) !== undefined)).toEqual([]);
  expect(client.getQueryData(['mailings', 'zone', 'm1', 'z'])).toEqual({});
  expect(client.getQueryData(['picklists'])).toEqual({});
  expect(client.getQueryData(callQuery('c1').queryKey)).toEqual(call);
});

test('removes the lists that were loaded before a campaign was renamed', () => {
  const client = new QueryClient();
  const lists = [
    ['calls', 'list', { accountIds: ['a'], query: 'spring' }],
    ['calls', 'appointments', { accountIds: ['a'] }],
  ];
  for (const key of lists) client.setQueryData(key, { records: [stale] });
  client.setQueryData(['summary', { accountIds: ['a'] }], 'unchanged');
  refreshCallLists(client);
  expect(lists.map((key) => client.getQueryData(key))).toEqual([undefined, undefined]);
  expect(client.getQueryData(['summary', { accountIds: ['a'] }])).toBe('unchanged');
});

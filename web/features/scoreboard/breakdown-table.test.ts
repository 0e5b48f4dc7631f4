import { callFiltersSchema } from '@mailcall/contract/call-filters.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { type BreakdownKey, type BreakdownRecord, breakdowns } from '@mailcall/contract/scoreboard.ts';
import { describe, expect, test } from 'vitest';
import { breakdownCards, cardOf, isBreakdownKey } from './breakdown-table.ts';

const keys = Object.keys(breakdowns) as BreakdownKey[];
const patients = wordingOf({ clientLabel: 'Patient', businessLabel: 'Practice', industry: 'Dental' });
const clients = wordingOf({ clientLabel: 'Client', businessLabel: 'Business', industry: 'Plumbing' });

const record = (fields: Partial<BreakdownRecord> = {}): BreakdownRecord => ({
  name: 'A value',
  value: 3,
  id: 'item-1',
  campaignType: 'MVP Mail',
  mediaType: 'Postcard',
  ...fields,
});

test('has exactly one card per breakdown of the contract', () => {
  expect(keys.length).toBeGreaterThan(0);
  expect(Object.keys(breakdownCards).sort()).toEqual([...keys].sort());
});

describe.each(keys)('%s', (key) => {
  test('calls its own route', () => {
    expect(breakdownCards[key].key).toBe(key);
    expect(breakdownCards[key].route).toBe(breakdowns[key]);
  });

  test.each([false, true])('sets filters that the call lists know (all sources: %s)', (allSources) => {
    const filters = cardOf(key, patients, allSources).filtersOf(record());
    expect(Object.keys(filters ?? {}).length).toBeGreaterThan(0);
    expect(Object.keys(callFiltersSchema.shape)).toEqual(expect.arrayContaining(Object.keys(filters ?? {})));
    expect(callFiltersSchema.safeParse(filters).success).toBe(true);
  });
});

test('lists the cards in order', () => {
  expect(keys.map((key) => cardOf(key, patients, false).title).length).toBe(15);
  expect(
    Object.keys(breakdownCards).map((key) => cardOf(key as BreakdownKey, patients, false).title),
  ).toEqual([
    'Top Requested Offers',
    'Top Requested Services',
    'Top Requested Insurances',
    'Caller Gender',
    'Payment Types',
    'Top Inaccurate Referral Sources',
    'Top Reasons Call Needs Follow Up',
    'Top Campaign Referral Sources',
    'Top reasons no appointment was scheduled',
    'Top non opportunity reasons',
    'Call answered by',
    'IVR outcome',
    'Voicemail outcome',
    'Caller language',
    'Patient types',
  ]);
});

test.each<[BreakdownKey, string]>([
  ['offer', 'Offer list is empty'],
  ['service', 'Service list is empty'],
  ['insurance', 'Insurance list is empty'],
  ['followUpReason', 'Reasons Call Needs Follow Up list is empty'],
  ['noAppointmentScheduledReason', 'Reasons No Appointment Was Scheduled list is empty'],
  ['nonOpportunityReason', 'Non Opportunity Reasons list is empty'],
  ['answeredBy', 'All Calls Answered By list is empty'],
])('has an empty text for the %s card', (key, words) => {
  expect(breakdownCards[key].empty).toBe(words);
});

test('filters inquiries by item and values by name', () => {
  expect(breakdownCards.offer.filtersOf(record())).toEqual({ offer: 'item-1' });
  expect(breakdownCards.offer.filtersOf(record({ id: null }))).toBeNull();
  expect(breakdownCards.callerGender.filtersOf(record({ name: 'Female', id: null }))).toEqual({
    callerGender: 'Female',
  });
});

test('filters campaign sources by campaign type and media type', () => {
  expect(breakdownCards.campaignSource.filtersOf(record())).toEqual({
    campaignType: 'MVP Mail',
    mediaType: 'Postcard',
    scored: '1',
  });
  expect(breakdownCards.campaignSource.filtersOf(record({ mediaType: null }))).toEqual({
    campaignType: 'MVP Mail',
    scored: '1',
  });
  expect(breakdownCards.campaignSource.filtersOf(record({ campaignType: null, mediaType: null }))).toBeNull();
});

test('limits referral sources to inaccurate ones until all are requested', () => {
  const google = record({ name: 'Google', id: null });
  expect(cardOf('callerSource', patients, false).filtersOf(google)).toEqual({
    callerSource: 'Google',
    wrongSourceMentioned: 'true',
  });
  expect(cardOf('callerSource', patients, true).filtersOf(google)).toEqual({ callerSource: 'Google' });
});

test('uses the account’s wording in titles', () => {
  expect(cardOf('patientType', clients, false)).toMatchObject({
    title: 'Client types',
    rowName: 'Client type',
  });
  expect(cardOf('patientType', clients, false).about).toContain('new or an existing client');
});

test.each([undefined, '', 'offers', 'toString', '__proto__'])('%j names no breakdown', (text) => {
  expect(isBreakdownKey(text)).toBe(false);
});

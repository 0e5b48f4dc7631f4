import { expect, test } from 'vitest';
import type { z } from 'zod';
import { listAppointments } from './appointments.ts';
import { getCall, listCalls } from './calls.ts';
import { downloadCalls, requestDownload, requestLargeExport } from './exports.ts';
import { accountSchema } from './identity.ts';
import { approveMailing, getMailing, listMailings, mailingCalls, renameMailing } from './mailings.ts';
import { getMapOffice, listMailingAreas } from './maps.ts';
import { listHouseholds } from './patient-lists.ts';
import { resolveCall } from './resolve.ts';

/** Paths such as `records.call`, through lists and optional values. */
function fieldsAt(schema: unknown, path = ''): string[] {
  let found = schema as z.ZodType & { shape?: Record<string, unknown>; element?: unknown };
  const open = () => {
    while (!found.shape) {
      const inner = found as unknown as { element?: unknown; unwrap?: () => unknown };
      found = (inner.element ?? inner.unwrap?.()) as typeof found;
    }
    return found.shape;
  };
  for (const name of path.split('.').filter(Boolean)) found = open()[name] as typeof found;
  return Object.keys(open());
}

const mailing = `id name label accountId accountName deliveryWeek campaignType mediaType quantity orderDate approvalDate
  approvedById approvedBy printDate shipmentDate deliveryDate appointmentsCount leadsCount conversionRate frontDesignUrl
  frontDesignThumbnailUrl backDesignUrl backDesignThumbnailUrl mapUrl mapThumbnailUrl status matchedLastAudit matchedNewPatients
  matchedTotalProduction matchedTopPatients createdDate zone zoneColor officeColor officeLocation qrScans`;
const call = `id callDateTime callAudio callDuration callerPhoneNumber callerPhoneNumberRaw appointmentsCounter outcome accountId
  campaignId campaignName campaignLabel campaignTargetDeliveryWeek campaignType campaignTypeDetails campaignMediaType scoreId
  callerName callerIdName callerIdNameFmt opportunity callAnsweredBy handlerName patientType ivrOutcome sourceMentioned
  voicemailLeftMessage voicemailWantsAppointment highlights followUpOpportunity followUpReason resolveDate callbackHandler
  callbackOutcomeOpportunity callbackOutcomeOpportunityResult callbackOutcomeResult callbackOutcomeSummary nonOpportunityReason
  noAppointmentScheduledReason recordType appointments relatedCalls offers accountOffers services insurances`;
const row = `callId dateTime callDuration callAudioURL callSummary callHandler answeredBy outcome count callResolveDate
  campaignType campaignTypeDetails campaignTargetDeliveryWeek recordType`;
const office = `id officeId name color locationLatitude locationLongitude latitude longitude address industry clientLabel
  businessLabel`;
const words = (names: string) => names.split(/\s+/);

test.each([
  ['a listed mailing', listMailings.reply, 'records', mailing],
  ['a mailing', getMailing.reply, 'record', `${mailing} recentCalls zoneGeoData`],
  ['an approved mailing', approveMailing.reply, 'record', mailing],
  ['a renamed mailing', renameMailing.reply, 'record', mailing],
  ['a call', getCall.reply, 'records', call],
  ['a resolved call', resolveCall.reply, 'call', call],
  ['a row of calls', listCalls.reply, 'records', row],
  ['a row of the calls of a mailing', mailingCalls.reply, 'records', row],
  ['a recent call of a mailing', getMailing.reply, 'record.recentCalls', row],
  ['a related call', getCall.reply, 'records.relatedCalls', row],
  ['the call of an appointment', listAppointments.reply, 'records.call', row],
  [
    'a household',
    listHouseholds.reply,
    'records',
    'id account source count production lat lng address metadata matches',
  ],
  [
    'a match',
    listHouseholds.reply,
    'records.matches',
    `patientFirstName patientLastName appointmentFirstName appointmentLastName callerName callerNumber patientAddress callAudioUrl
    callAudioDuration latitude longitude`,
  ],
  [
    'an account',
    accountSchema,
    '',
    'id name parent children subAccountIds subAccounts timeZone industry businessLabel clientLabel',
  ],
  ['an office on the map', getMapOffice.reply, '', office],
  ['a listed office on the map', listMailingAreas.reply, 'meta.locations', office],
])('%s has every specified field', (_, schema, path, names) => {
  const fields = fieldsAt(schema, path);
  expect(words(names).filter((name) => !fields.includes(name))).toEqual([]);
});

const filters = `startDate endDate dateFilterType campaignFilterType campaigns year month outcome opportunity hasAudio callHandlerId
  offer service insurance nonOpportunityReason answeredBy paymentType callerSource callerProvidedSource voicemailOutcome
  callerGender followUpReason noAppointmentScheduledReason noAppointmentWasScheduledReason ivrOutcome callerLanguage patientType
  mediaType campaignType recordType onHold wrongSourceMentioned`;

test.each([
  ['calls', listCalls.query],
  ['appointments', listAppointments.query],
  ['the calls of a mailing', mailingCalls.query],
  ['a download', requestDownload.body],
  ['a large export', requestLargeExport.body],
  ['the file of a download', downloadCalls.query],
])('%s can be filtered by every specified field', (_, schema) => {
  const fields = fieldsAt(schema, 'filters');
  expect(words(filters).filter((name) => !fields.includes(name))).toEqual([]);
});

test('the calls of a mailing can be searched, and mailings filtered by their types', () => {
  expect(fieldsAt(mailingCalls.query)).toEqual(expect.arrayContaining(['searchQuery', 'query']));
  expect(fieldsAt(listMailings.query, 'filters')).toEqual(
    expect.arrayContaining(['deliveryWeek', 'status', 'campaignFilterType', 'campaignType']),
  );
});

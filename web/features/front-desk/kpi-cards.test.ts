import type { OfficeHandlingRate } from '@mailcall/contract/front-desk.ts';
import { expect, test } from 'vitest';
import type { HoldMetrics } from './api.ts';
import { handlingCards, holdCards, ivrCard } from './kpi-cards.ts';

const nothing: OfficeHandlingRate = {
  totalCalls: 0,
  appointmentRate: 0,
  askedForAppointmentRate: 0,
  askedForAppointmentCount: 0,
  validAskedForAppointment: 0,
  askedForAppointmentCallerMentioned: 0,
  askedForSourceRate: 0,
  askedForSourceCount: 0,
  validAskedForSource: 0,
  askedForSourceCallerMentioned: 0,
  askedForGoodImpressionRate: 0,
  askedForGoodImpressionCount: 0,
  validAskedForGoodImpressionCount: 0,
  askedForAdditionalAppointmentRate: 0,
  askedForAdditionalAppointmentCount: 0,
  validAskedForAdditionalAppointment: 0,
  askedForAdditionalAppointmentCallerMentioned: 0,
  callerInteractedWithIVRCount: 0,
  validCallerInteractedWithIVRCount: 0,
};
const noHolds: HoldMetrics = {
  totalCalls: 10,
  validPlacedOnHold: 0,
  staffPlacedCallerOnHold: 0,
  staffAskedToPlaceOnHold: 0,
  timedHolds: 0,
  averageHoldSeconds: null,
};

test('treats a card as empty only if all its counts are zero', () => {
  expect(handlingCards.map((card) => card.isEmpty(nothing))).toEqual([true, true, true, true]);
  expect(holdCards.map((card) => card.isEmpty(noHolds))).toEqual([true, true, true]);
  const emptiness = handlingCards.map((card) =>
    card.isEmpty({
      ...nothing,
      validAskedForAppointment: 3,
      askedForSourceCallerMentioned: 1,
      validAskedForGoodImpressionCount: 1,
      askedForAdditionalAppointmentCount: 1,
    }),
  );
  expect(emptiness).toEqual([false, false, false, false]);
});

test.each([
  [0, 0, true],
  [0, 9, true],
  [2, 9, false],
])('hides the IVR card with %i of %i calls through the menu: %s', (count, valid, hidden) => {
  const rate = { ...nothing, callerInteractedWithIVRCount: count, validCallerInteractedWithIVRCount: valid };
  expect(ivrCard.isEmpty(rate)).toBe(hidden);
});

test('says what an asked-for card excludes and grades it by its own bands', () => {
  const [appointment] = handlingCards;
  const figure = appointment?.figureOf({
    ...nothing,
    askedForAppointmentCount: 1290,
    validAskedForAppointment: 1500,
    askedForAppointmentCallerMentioned: 12,
  });
  expect(figure).toMatchObject({
    figure: '86%',
    madeOf: '1,290 of 1,500 calls; excludes 12 who offered it first',
    grade: 'A',
  });
});

test('grades few holds best and formats the hold time', () => {
  const metrics = {
    ...noHolds,
    validPlacedOnHold: 10,
    staffPlacedCallerOnHold: 1,
    staffAskedToPlaceOnHold: 0,
    timedHolds: 1,
    averageHoldSeconds: 61,
  };
  expect(
    holdCards.map((card) => card.figureOf(metrics)).map(({ figure, grade }) => `${figure} ${grade}`),
  ).toEqual(['10% A', '0% D', '1 min and 1 sec C']);
});

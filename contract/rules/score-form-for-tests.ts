import type { ScoreContext, ScoreOption } from './score-form.ts';
import type { ScorePicklist } from './score-fields.ts';
import { answererTexts, fixedPatientTypeTexts, ivrOutcomes } from './score-texts.ts';
import { emptyScore, type ScoreValues } from './score-values.ts';

const options = (...values: string[]): ScoreOption[] => values.map((value) => ({ value, label: value }));

export const fullPicklists: Readonly<Record<ScorePicklist, readonly ScoreOption[]>> = {
  answeredBy: options(...answererTexts),
  patientType: options(...fixedPatientTypeTexts, 'Existing Patient'),
  callerGender: options('Female', 'Male', 'Unknown'),
  callerLanguage: options('English', 'Spanish'),
  paymentType: options('Self-Pay / Cash', 'PPO Insurance'),
  callerSource: options('Postcard / Mailer', 'Google / Internet Search'),
  ivrOutcome: options(...Object.values(ivrOutcomes)),
  voicemailOutcome: options('Left Message', 'No Message Left', 'Left Message - Wants Appointment'),
  followUpReason: options('Staff Promised a Callback', 'Needs to Check Schedule'),
  noAppointmentScheduledReason: options('Wants to Check Schedule', 'Price Too High'),
  nonOpportunityReason: options('Insurance Not Accepted', 'Wrong Number', 'Spam / Robocall'),
  priceAnswer: options('Gave Exact Price', 'Gave Price Range'),
};

export const aContext = (changed: Partial<ScoreContext> = {}): ScoreContext => ({
  picklists: fullPicklists,
  durationSeconds: 40,
  bookedAppointments: 0,
  usualLanguage: 'English',
  ...changed,
});

export const aScore = (values: Partial<ScoreValues>): ScoreValues => ({ ...emptyScore, ...values });

export const anAppointment = { firstName: 'Kim', lastName: 'Ortiz', dateTime: '2026-03-31T15:00:00Z' };

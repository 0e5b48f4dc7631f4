import { followUpDays } from './outcome.ts';

export const figureTexts = {
  all: {
    title: 'All Calls',
    about:
      'Every call in the selected accounts, dates and campaigns. Each is an opportunity call, a missed call, a non-opportunity call, or not scored yet.',
  },
  opportunity: {
    title: 'Opportunity Calls',
    about: 'Opportunity calls are answered calls scored as valid appointment opportunities.',
  },
  appointments: {
    title: 'Appointments',
    about:
      'The Appointments count includes multiple per call; rescheduled ones count once and cancelled ones stay counted. Appt Calls counts unique calls with one or more appointments.',
  },
  conversion: {
    title: 'Conversion Rate',
    about:
      'Appointments on calls that staff answered, divided by the opportunity calls that staff answered. A call can have several appointments; the rate is shown up to 100%.',
  },
  missed: {
    title: 'Missed Calls',
    about:
      'Calls that staff did not answer, except spam and callers who are no opportunity. A callback does not change this number. The missed rate is missed calls / (missed + opportunity calls).',
  },
  followUp: {
    title: 'Follow-up Opportunities',
    about: `Follow-up opportunities are from the last ${followUpDays} days, whatever the date range: calls scored as needing a follow-up, answered or missed, and not resolved. Missed calls without that score, and callers, are not counted here.`,
  },
} as const;

export type FigureName = keyof typeof figureTexts;

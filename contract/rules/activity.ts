import { callbackKindTexts } from './callbacks.ts';
import { thousands } from './rates.ts';

export const activityKinds = [
  'sign-in',
  'open',
  'read',
  'play',
  'download',
  'approval',
  'resolve',
  'change',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activityKindTexts: Readonly<Record<ActivityKind, string>> = {
  'sign-in': 'Sign-ins',
  open: 'Opened',
  read: 'Calls read in lists',
  play: 'Recordings played',
  download: 'Exports and downloads',
  approval: 'Approvals',
  resolve: 'Resolved and called back',
  change: 'Changes',
};

interface KnownActivity {
  kind: ActivityKind;
  text: string;
}

/** Actions of hourly entries about calls that a person read in lists and search. */
export const readingActions = { usual: 'read', unusual: 'read many' } as const;

export const readingSubject = 'calls';

const usualCalls = 500;

const unusualTimes = 3;

/** `calls`: distinct ones of all accounts together. `busiest`: maximum per hour in the last 30 days; 0 without calls. */
export const isUnusualReading = (calls: number, busiest: number): boolean =>
  calls > usualCalls && calls >= unusualTimes * busiest;

const of = (kind: ActivityKind, texts: Readonly<Record<string, string>>): [string, KnownActivity][] =>
  Object.entries(texts).map(([name, text]) => [name, { kind, text }]);

const callbackTexts = Object.fromEntries(
  Object.entries(callbackKindTexts).map(([kind, text]) => [
    `${kind} caller`,
    `Callback: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  ]),
);

const known: ReadonlyMap<string, KnownActivity> = new Map([
  ...of('sign-in', {
    'sign in session': 'Signed in',
    'view as contact': 'Looked at the portal as {person}',
  }),
  ...of('open', {
    'open call': 'Opened a call',
    'open caller': 'Opened a caller’s calls',
    'open patient list': 'Opened a patient list',
    'open patient list upload': 'Opened an uploaded patient list',
  }),
  ...of('read', {
    [`${readingActions.usual} ${readingSubject}`]: 'Read {count} calls in lists and search within an hour',
    [`${readingActions.unusual} ${readingSubject}`]:
      'Read {count} calls in lists and search within an hour: unusually many',
  }),
  ...of('play', { 'play call': 'Played a recording' }),
  ...of('download', {
    'send call': 'Got a call, to suggest values for its score',
    'export calls': 'Exported calls',
    'download calls': 'Downloaded an export of calls',
    'export patient list': 'Exported a patient list',
    'download patient list': 'Downloaded a patient list',
    'download patient list upload': 'Downloaded rejected rows of a patient list',
    'download design': 'Downloaded a design as a PDF',
    'export activity': 'Exported the activity',
    'export client health': 'Exported the figures of client health',
  }),
  ...of('approval', {
    'approve mailing': 'Approved a mailing',
    'approve design': 'Approved a design',
    'request changes design': 'Asked for changes of a design',
    'choose design': 'Chose a concept',
  }),
  ...of('resolve', {
    'resolve call': 'Resolved a call',
    'book call': 'Booked an appointment',
    ...callbackTexts,
    'take in earlier calls': 'Callback: took in the earlier calls',
    'undo caller': 'Callback: undid the last action',
  }),
  ...of('change', {
    'score call': 'Scored a call',
    'undo score of call': 'Took back the score of a call',
    'score again call': 'Scored a call as the second person',
    'undo second score of call': 'Took back the second score of a call',
    'decide between scores of call': 'Decided between two scores of a call',
    'return score of call': 'Returned a score to the person who saved it',
    'keep score of call': 'Kept a returned score',
    'calibrate call': 'Scored a call for calibration',
    'undo calibration of call': 'Took back a score for calibration',
    'start calibration set': 'Started a calibration set with calls of this office',
    'close calibration set': 'Closed a calibration set with calls of this office',
    'dispute score of call': 'Said that a score is wrong',
    'withdraw dispute of call': 'Withdrew a dispute of a score',
    'answer dispute of call': 'Answered a decision about a score',
    'accept dispute of call': 'Accepted a dispute of a score',
    'decline dispute of call': 'Declined a dispute of a score',
    'import spreadsheet': 'Imported a spreadsheet with rows of this office',
    'add staff': 'Added a member of the staff',
    'add office': 'Added an office',
    'add person': 'Added a person',
    'add mailing': 'Added a mailing',
    'add tracking line': 'Added a tracking line',
    'add design': 'Added a design',
    'add design version': 'Added a version of a design',
    'add map shape': 'Added a shape of the map',
    'add mailing area': 'Added a mailing area',
    'add mailing zone': 'Added a mailing zone',
    'edit office': 'Edited an office',
    'archive office': 'Archived an office',
    'merge office': 'Merged an office that existed twice',
    'edit person': 'Edited a person',
    'archive person': 'Archived a person',
    'invite person': 'Invited a person',
    'unlock person': 'Ended a person’s wait after wrong passwords',
    'end sessions of person': 'Signed a person out everywhere',
    'edit staff': 'Edited a member of the staff',
    'archive staff': 'Archived a member of the staff',
    'edit mailing': 'Edited a mailing',
    'archive mailing': 'Archived a mailing',
    'edit tracking line': 'Edited a tracking line',
    'archive tracking line': 'Archived a tracking line',
    'edit design': 'Edited a design',
    'archive design': 'Archived a design',
    'send design': 'Sent a design for review',
    'answer comment of design': 'Answered a comment on a design',
    'edit design version': 'Edited a version of a design',
    'archive design version': 'Archived a version of a design',
    'edit map shape': 'Edited a shape of the map',
    'archive map shape': 'Archived a shape of the map',
    'edit mailing area': 'Edited a mailing area',
    'archive mailing area': 'Archived a mailing area',
    'edit mailing zone': 'Edited a mailing zone',
    'archive mailing zone': 'Archived a mailing zone',
    'tie person': 'Took a person of the feed as the same',
    'keep apart person': 'Kept a person of the feed apart',
    'reject person': 'Rejected a person of the feed',
    'tie tracking line': 'Took a tracking line of the feed as the same',
    'keep apart tracking line': 'Kept a tracking line of the feed apart',
    'reject tracking line': 'Rejected a tracking line of the feed',
    'confirm connected company': 'Connected a company of the call tracking',
    'assign parked number': 'Said which line or mailing a number is of',
    'rename tracking line': 'Renamed a tracking line',
    'rename mailing': 'Renamed a mailing',
    'color office': 'Changed the color of the office',
    'color mailing area': 'Changed the color of a mailing area',
    'color mailing zone': 'Changed the color of a mailing zone',
    'change notification setting': 'Changed an alert',
    'switch off notification setting': 'Switched off an alert',
    'change office hours': 'Changed the office hours',
    'share saved view': 'Shared a view',
    'change saved view': 'Changed a shared view',
    'stop sharing saved view': 'Stopped sharing a view',
    'delete saved view': 'Deleted a shared view',
    'upload patient list': 'Added a patient list',
    'upload patient list upload': 'Uploaded a file of patients',
    'replace patient list': 'Replaced a patient list',
    'archive patient list': 'Archived a patient list',
    'restore patient list': 'Restored a patient list',
    'delete patient list': 'Deleted a patient list',
  }),
]);

/** Such as "Opened a call"; unknown actions keep the log's words. `person`: name of the contact whom the entry is about. */
export function activityText(
  action: string,
  subject: string,
  id: string,
  person: string | null = null,
): string {
  const said = known.get(`${action} ${subject}`)?.text ?? `${action} ${subject}`;
  const text = said.replace('{person}', () => person ?? 'a person who was removed');
  const count = Number(id);
  return count === 1 ? text.replace('{count} calls', '1 call') : text.replace('{count}', thousands(count));
}

/** Logged actions (`open call`) whose text contains the word. */
export function activitiesOf({ kind, word }: { kind?: ActivityKind; word?: string }): string[] {
  return [...known].flatMap(([name, activity]) =>
    (kind === undefined || activity.kind === kind) &&
    (word === undefined || activity.text.toLowerCase().includes(word.toLowerCase()))
      ? [name]
      : [],
  );
}

export const activityKind = (action: string, subject: string): ActivityKind | null =>
  known.get(`${action} ${subject}`)?.kind ?? null;

export const removedPerson = 'A person who was removed';

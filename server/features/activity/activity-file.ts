import type { Activity } from '@mailcall/contract/activity.ts';
import { activityKindTexts, removedPerson } from '@mailcall/contract/rules/activity.ts';
import { clockInZone, timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import { csvRow, utf8Mark } from '../../platform/write-csv.ts';

export function activityFile(
  entries: readonly Activity[],
  accountNames: ReadonlyMap<string, string>,
): string {
  const rows = entries.map(
    ({ at, timeZone, accountId, accountName, person, kind, text, place, callId, mailingId }) => {
      const { day, minutes } = clockInZone(at, timeZone);
      return csvRow([
        day,
        timeOfDayText(minutes),
        accountNames.get(accountId) ?? accountName,
        person ?? removedPerson,
        kind === null ? '' : activityKindTexts[kind],
        text,
        place,
        callId ?? mailingId,
      ]);
    },
  );
  return `${utf8Mark}${csvRow(['Date', 'Time', 'Office', 'Person', 'Kind', 'What', 'Where', 'Call or mailing'])}${rows.join('')}`;
}

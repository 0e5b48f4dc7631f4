import type { AccessChange, OfficeMerge } from '@mailcall/contract/office-merges.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';

const kindTexts: Readonly<Record<AccessChange['kind'], string>> = {
  contact: '',
  team: 'Of your team. ',
  link: 'By a scoreboard link. ',
  webhook: 'A webhook. ',
};

const plural = (count: number, one: string, many = `${one}s`) =>
  `${thousands(count)} ${count === 1 ? one : many}`;

/** What somebody sees for the first time after the merge. */
export function accessText(
  change: Omit<AccessChange, 'id' | 'name' | 'email'>,
  { merged, surviving }: Pick<OfficeMerge, 'merged' | 'surviving'>,
): string {
  const { kind, seesMerged, seesSurviving, otherOffices, becomesPrimary } = change;
  const seen = [
    ...(seesMerged ? [`what ${merged.name} had`] : []),
    ...(seesSurviving ? [`what ${surviving.name} had`] : []),
    ...(otherOffices > 0 ? [`${plural(otherOffices, 'office')} below it`] : []),
  ];
  const list = seen.length > 1 ? `${seen.slice(0, -1).join(', ')} and ${seen.at(-1)}` : seen.join('');
  return [
    kindTexts[kind],
    list && `Sees ${list} from now on.`,
    becomesPrimary && `${list ? ' ' : ''}Becomes a primary contact of ${surviving.name}.`,
  ]
    .filter(Boolean)
    .join('');
}

export function movedText({ moved, surviving }: Pick<OfficeMerge, 'moved' | 'surviving'>): string {
  const { calls, lines, mailings, designs, patientLists, people, offices } = moved;
  const parts = [
    ...(calls > 0 ? [plural(calls, 'call')] : []),
    ...(lines > 0 ? [plural(lines, 'tracking line')] : []),
    ...(mailings > 0 ? [plural(mailings, 'mailing')] : []),
    ...(designs > 0 ? [plural(designs, 'design')] : []),
    ...(patientLists > 0 ? [plural(patientLists, 'patient list')] : []),
    ...(people > 0 ? [plural(people, 'person', 'people')] : []),
    ...(offices > 0 ? [`${plural(offices, 'office')} of its group`] : []),
  ];
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('');
  return list === '' ? 'Nothing: the office is empty.' : `${list} to ${surviving.name}.`;
}

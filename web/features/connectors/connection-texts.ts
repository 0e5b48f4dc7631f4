import type { DeskCompany, DeskConnection } from '@mailcall/contract/provider-connections.ts';
import { connectionState } from '@mailcall/contract/rules/connections.ts';
import { teamRoleTexts } from '@mailcall/contract/rules/team-roles.ts';
import { asOfText } from '../../ui/dates.ts';

export const timeText = (instant: string | null, otherwise: string): string =>
  instant === null ? otherwise : asOfText(instant, new Date());

export const stateOf = (connection: DeskConnection) => {
  const { webhookSetAt, apiSetAt, pausedAt, companies } = connection;
  return connectionState({
    ...connection,
    hasSecrets: webhookSetAt !== null || apiSetAt !== null,
    hasApiKey: apiSetAt !== null,
    paused: pausedAt === null ? null : timeText(pausedAt, ''),
    undecided: companies?.waiting ?? 0,
  });
};

export function companyState({ state, change, previousName, problem, isActive }: DeskCompany): string {
  if (state === 'left out') return 'Left out';
  if (state === 'new') return isActive ? 'New' : 'New, disabled there';
  switch (change) {
    case 'renamed':
      return `Renamed, was ${previousName}`;
    case 'disabled':
      return 'Disabled there';
    case 'enabled':
      return 'Enabled again';
    case 'gone':
      return 'No longer in the list';
    case null:
      return problem ?? 'Read';
  }
}

export const matchTexts = {
  id: 'by an imported id',
  numbers: 'by number',
  name: 'by name',
  person: 'chosen',
} as const satisfies Record<NonNullable<DeskCompany['matchedBy']>, string>;

const actionTexts: Readonly<Record<string, string>> = {
  add: 'added it',
  rotate: 'entered another signing secret',
  'rotate api': 'entered another API key',
  pause: 'paused it',
  resume: 'let it go on',
  replay: 'imported again what came',
  assign: 'assigned a number to',
  confirm: 'confirmed',
  'leave out': 'left out',
  key: 'entered a signing key of',
  join: 'joined for',
};

export function changeText({
  by,
  teamRole,
  action,
  subjectId,
}: {
  by: string | null;
  teamRole: string | null;
  action: string;
  subjectId: string | null;
}): string {
  const role =
    teamRole === null ? '' : ` (${teamRoleTexts[teamRole as keyof typeof teamRoleTexts] ?? teamRole})`;
  return `${by ?? 'Someone'}${role} ${actionTexts[action] ?? action}${subjectId === null ? '' : ` ${subjectId}`}`;
}

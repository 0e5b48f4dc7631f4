import type { Provider } from '@mailcall/contract/provider.ts';
import { type TeamRole, teamMayUse, teamPerson, teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import type { Viewer } from '../identity/index.ts';

type TeamViewer = Pick<Viewer, 'team'>;

export const isLead = ({ team }: TeamViewer): boolean =>
  team !== null && teamMayUse('scoring-lead', team.roles);

/** The recorded role has the most rights at the desk. */
export const roleOf = ({ team }: TeamViewer): TeamRole | null =>
  teamRoles.findLast((role) => team?.roles.has(role)) ?? null;

/** Name that offices see instead of the person's; undefined if they may see it. */
export const shownAuthorOf = ({ showScorers }: Pick<Provider, 'showScorers'>): string | undefined =>
  showScorers ? undefined : teamPerson.name;

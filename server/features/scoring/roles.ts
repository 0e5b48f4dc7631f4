import { type TeamRole, teamMayUse, teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import type { Viewer } from '../identity/index.ts';

type TeamViewer = Pick<Viewer, 'team'>;

export const isLead = ({ team }: TeamViewer): boolean =>
  team !== null && teamMayUse('scoring-lead', team.roles);

/** The recorded role has the most rights at the desk. */
export const roleOf = ({ team }: TeamViewer): TeamRole | null =>
  teamRoles.findLast((role) => team?.roles.has(role)) ?? null;

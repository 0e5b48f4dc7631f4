import { type TeamRole, teamMayUse, teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import type { Viewer } from '../identity/index.ts';

type TeamViewer = Pick<Viewer, 'team'>;

/** Whether the viewer may decide about scores of others. */
export const isLead = ({ team }: TeamViewer): boolean =>
  team !== null && teamMayUse('scoring-lead', team.roles);

/** The role that a save records: the one with the most rights at the desk. */
export const roleOf = ({ team }: TeamViewer): TeamRole | null =>
  teamRoles.findLast((role) => team?.roles.has(role)) ?? null;

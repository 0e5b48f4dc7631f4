/*
 * Team: the provider's people, who score calls, work at the provider's desk and run the portal. An office's own people are staff and contacts.
 *
 *   change-team, team-members    people of the team, their roles and accounts, as the command line changes and lists them
 *   manage-team                  the page Team, for operators of the team
 *   team-accounts                the accounts for which a viewer works, in SQL and for one account
 *   office-choices               accounts found by typing, for all sections of the provider's desk
 *   managed-contacts, find-contacts    the contacts whom an account manager may change and view as
 *
 * A member is a contact without own accounts; roles are in contacts.portal_roles. Identity reads both tables for `Viewer.team`.
 *
 * Tables: team_members, team_member_accounts.
 * Routes (routes.ts, because scoring meets here): GET /provider/viewable-contacts, POST /provider/client-views, GET /provider/office-choices,
 *   /provider/people and /provider/team with what is below.
 * Commands: team add, team list, team change, team remove.
 */
export {
  addAccountOfMember,
  addTeamMember,
  changeTeamMember,
  type ChosenScope,
  removeTeamMember,
} from './change-team.ts';
export {
  listTeamMembers,
  readTeamPeople,
  type TeamMember,
  worksFor,
} from './team-members.ts';
export { managedElsewhere, requireManagedContact } from './managed-contacts.ts';
export { namedOffices } from './office-choices.ts';
export { requireTeamAccount, teamAccounts } from './team-accounts.ts';

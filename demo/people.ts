import type { MemberRole } from '@mailcall/contract/rules/team-roles.ts';
import { dentalGroup, officeIds } from './offices.ts';

/** Not imported: the program that loads the story sets it. */
export const demoPassword = 'Mailcall-2018';

export interface DemoPerson {
  id: string;
  name: string;
  email: string;
  /** Fictional E.164 number, unique. */
  phone: string;
  /** Null if not activated; the person then chooses one by a setup link. */
  password: string | null;
  roles: readonly string[];
  accountIds: readonly string[];
  primaryAccountIds: readonly string[];
  access: string;
}

/** A person of the provider's team; the program that loads the story adds them, because the feed cannot. */
export interface DemoTeamMember extends Pick<DemoPerson, 'id' | 'name' | 'email' | 'phone' | 'access'> {
  password: string;
  role: MemberRole;
  languages: readonly string[];
}

/** Their second code is in the outbox. */
export const demoTeam: readonly DemoTeamMember[] = [
  {
    id: 'demo-scorer',
    name: 'Imani Brooks',
    email: 'scorer@demo.example',
    phone: '+18285550197',
    password: demoPassword,
    role: 'scorer',
    languages: ['English'],
    access: 'scores calls for the provider; the login code is in the outbox',
  },
  {
    id: 'demo-scorer-2',
    name: 'Rafael Ortega',
    email: 'scorer2@demo.example',
    phone: '+18285550196',
    password: demoPassword,
    role: 'scorer',
    languages: ['English', 'Spanish'],
    access: 'scores calls, also in Spanish; the login code is in the outbox',
  },
  {
    id: 'demo-lead',
    name: 'Greta Nyholm',
    email: 'lead@demo.example',
    phone: '+18285550195',
    password: demoPassword,
    role: 'scoring-lead',
    languages: ['English'],
    access: 'leads the scorers; the login code is in the outbox',
  },
  {
    id: 'demo-account-manager',
    name: 'Noor Haddad',
    email: 'account-manager@demo.example',
    phone: '+18285550194',
    password: demoPassword,
    role: 'account-manager',
    languages: ['English'],
    access: 'looks after the offices at the provider; the login code is in the outbox',
  },
  {
    id: 'demo-designer',
    name: 'Piet Lindqvist',
    email: 'designer@demo.example',
    phone: '+18285550193',
    password: demoPassword,
    role: 'designer',
    languages: ['English'],
    access: 'makes designs at the provider; the login code is in the outbox',
  },
];

export const demoPeople: readonly DemoPerson[] = [
  {
    id: 'demo-owner',
    name: 'Dana Whitfield',
    email: 'owner@demo.example',
    phone: '+18285550199',
    password: demoPassword,
    roles: [],
    accountIds: [dentalGroup.id, officeIds.orthodontics],
    primaryAccountIds: [dentalGroup.id, officeIds.orthodontics],
    access: 'everything of a dental group with three offices and of an orthodontic office; primary contact',
  },
  {
    id: 'demo-frontdesk',
    name: 'Marisol Vega',
    email: 'frontdesk@demo.example',
    phone: '+18285550198',
    password: demoPassword,
    roles: [],
    accountIds: [officeIds.asheville],
    primaryAccountIds: [],
    access: 'one dental office (Asheville)',
  },
  {
    id: 'demo-limited',
    name: 'Theo Lindgren',
    email: 'limited@demo.example',
    phone: '+13035550199',
    password: demoPassword,
    roles: ['limited-access-user'],
    accountIds: [officeIds.boulder],
    primaryAccountIds: [],
    access: 'one dental office (Boulder) with limited access',
  },
  {
    id: 'demo-new',
    name: 'Priya Raman',
    email: 'new@demo.example',
    phone: '+19165550199',
    password: null,
    roles: [],
    accountIds: [officeIds.sacramento],
    primaryAccountIds: [],
    access: 'one dental office (Sacramento); not yet activated',
  },
  {
    id: 'demo-other',
    name: 'Walt Brannigan',
    email: 'other@demo.example',
    phone: '+15205550199',
    password: demoPassword,
    roles: [],
    accountIds: [officeIds.homeServices],
    primaryAccountIds: [officeIds.homeServices],
    access: 'a home-services company, and nothing of the others',
  },
];

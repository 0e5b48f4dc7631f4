import { dentalGroup, officeIds } from './offices.ts';

/** The password of the demo people who have one. Passwords are not imported; the program that loads the story sets it. */
export const demoPassword = 'Mailcall-2018';

/** A person who can sign in to the demo. */
export interface DemoPerson {
  /** Id of the contact, as in the story's contacts.csv. */
  id: string;
  name: string;
  email: string;
  /** Fictional phone number (E.164), different for each person. */
  phone: string;
  /** Null when the account is not activated: the person chooses a password by a setup link. */
  password: string | null;
  roles: readonly string[];
  accountIds: readonly string[];
  /** Accounts whose primary contact the person is. */
  primaryAccountIds: readonly string[];
  /** What the person can see, for the list of sign-ins that is printed at the start. */
  access: string;
}

/** The demo's sign-ins, in the order in which they are printed. */
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

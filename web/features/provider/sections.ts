import { operatorRole, type TeamAccess, teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { Session } from '../../platform/session-store.ts';

/** A page of the provider's desk. */
export interface Section {
  /** Its address is `/provider/` and this. */
  path: string;
  title: string;
  /** As its routes have it. */
  access: TeamAccess | 'operator';
  /** Gets the rest of the address, such as an id; '' without one. */
  component: AsyncRouteComponent<{ rest: string }>;
}

/** In the order of the navigation. */
export const sections: readonly Section[] = [
  {
    path: 'inbox',
    title: 'Inbox',
    access: 'provider',
    component: lazyRouteComponent(() => import('../inbox/index.ts'), 'InboxPage'),
  },
  {
    path: 'view-as',
    title: 'View as Client',
    access: 'account-manager',
    component: lazyRouteComponent(() => import('../client-view/index.ts'), 'FindClientPage'),
  },
  {
    path: 'health',
    title: 'Client Health',
    access: 'account-manager',
    component: lazyRouteComponent(() => import('../client-health/index.ts'), 'ClientHealthPage'),
  },
  {
    path: 'designs',
    title: 'Designs',
    access: 'designer',
    component: lazyRouteComponent(() => import('../provider-designs/index.ts'), 'DesignsSection'),
  },
  {
    path: 'mailings',
    title: 'Mailings',
    access: 'provider',
    component: lazyRouteComponent(() => import('../provider-mailings/index.ts'), 'ProviderMailingsPage'),
  },
  {
    path: 'offices',
    title: 'Offices',
    access: 'account-manager',
    component: lazyRouteComponent(() => import('../provider-offices/index.ts'), 'OfficesSection'),
  },
  {
    path: 'disputes',
    title: 'Disputes',
    access: 'account-manager',
    component: lazyRouteComponent(() => import('../score-disputes/index.ts'), 'DisputesPage'),
  },
  {
    path: 'connections',
    title: 'Connections',
    access: 'operator',
    component: lazyRouteComponent(() => import('../connectors/index.ts'), 'ConnectionsPage'),
  },
  {
    path: 'people',
    title: 'People',
    access: 'account-manager',
    component: lazyRouteComponent(() => import('../team/index.ts'), 'PeoplePage'),
  },
  {
    path: 'team',
    title: 'Team',
    access: 'team',
    component: lazyRouteComponent(() => import('../team/index.ts'), 'TeamPage'),
  },
  {
    path: 'branding',
    title: 'Branding',
    access: 'team',
    component: lazyRouteComponent(() => import('../branding/index.ts'), 'BrandingSection'),
  },
  {
    path: 'spreadsheets',
    title: 'Spreadsheets',
    access: 'account-manager',
    component: lazyRouteComponent(() => import('../spreadsheets/index.ts'), 'SpreadsheetsSection'),
  },
  {
    path: 'picklists',
    title: 'Picklists',
    access: 'team',
    component: lazyRouteComponent(() => import('../picklists/index.ts'), 'PicklistsPage'),
  },
  {
    path: 'system',
    title: 'System',
    access: 'operator',
    component: lazyRouteComponent(() => import('../operate/index.ts'), 'SystemPage'),
  },
];

type Person = Pick<Session, 'roles' | 'team' | 'limited'>;

export const sectionsFor = ({ roles, team, limited }: Person, all = sections): readonly Section[] =>
  all.filter(({ access }) =>
    access === 'operator' ? !limited && roles.includes(operatorRole) : teamMayUse(access, team),
  );

import type { Locator, Page } from '@playwright/test';
import type { Sign } from './press-timing.ts';

export interface Press {
  name: string;
  target: (page: Page) => Locator;
  /** First signs of the new state: chosen tab, open dialog, skeleton. */
  state: Sign[];
  content: Sign[];
}

export interface PressGroup {
  name: string;
  path: string;
  ready: Sign[];
  presses: readonly Press[];
}

const nothingLoads: Sign = {
  selector: 'main [aria-busy="true"], [role="dialog"] [aria-busy="true"]',
  gone: true,
};
const dialog: Sign = { selector: '[role="dialog"]' };
const noDialog: Sign = { selector: '[role="dialog"]', gone: true };

const chosenTab = (name: string): Sign => ({ selector: '[role="tab"][aria-selected="true"]', text: name });
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();
const inDialog = (role: 'button' | 'checkbox' | 'tab', name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole(role, { name }).first();

const overview: Sign[] = [
  { selector: 'article[aria-busy="false"]', text: 'Opportunity Calls' },
  { selector: 'section [data-row]' },
  nothingLoads,
];
const otherOverview: Sign[] = [
  { selector: 'article[aria-busy="false"]', text: 'Opportunity Calls', changed: true },
  ...overview,
];
/** Rows of the list with this label; old rows stay until the new ones are drawn. */
const rowsOf = (label: string): Sign[] => [
  { selector: `table[aria-label="${label}"] tbody tr` },
  nothingLoads,
];
const callRows: Sign[] = [{ selector: '[role="tabpanel"] [role="tabpanel"] [data-row]' }, nothingLoads];
const frontDesk: Sign[] = [
  { selector: '[role="tabpanel"] h2', text: 'Leaderboard' },
  { selector: '[role="tabpanel"] tbody tr' },
  nothingLoads,
];

const scoreboardTab = (name: string, content: Sign[], label = `tab ${name}`): Press => ({
  name: label,
  target: (page) => page.locator('main [role="tablist"]').first().getByRole('tab', { name }),
  state: [chosenTab(name)],
  content,
});

const list = (name: string): Press => ({
  name: `list ${name}`,
  target: (page) =>
    page.getByRole('tablist', { name: 'Lists of calls' }).getByRole('tab', { name: new RegExp(`^${name}`) }),
  state: [{ selector: '[role="tabpanel"] [role="tab"][aria-selected="true"]', text: name }],
  content: rowsOf(name),
});

const metric = (name: string): PressGroup => ({
  name: `individual metric ${name}`,
  path: '/scoreboard?tab=front-desk',
  ready: frontDesk,
  presses: [
    {
      name: `individual metric ${name}`,
      target: button(`See Individual Metric: ${name}`),
      state: [dialog],
      content: [{ selector: '[role="dialog"] tbody tr' }, nothingLoads],
    },
  ],
});

const drawerTab = (name: string, content: Sign): Press => ({
  name: `mailing, tab ${name}`,
  target: inDialog('tab', name),
  state: [{ selector: '[role="dialog"] [role="tab"][aria-selected="true"]', text: name }],
  content: [content, nothingLoads],
});

const mailings: Sign[] = [{ selector: 'article[aria-label] h3' }, nothingLoads];

export const pressGroups: readonly PressGroup[] = [
  {
    name: 'scoreboard tabs',
    path: '/scoreboard',
    ready: overview,
    presses: [
      scoreboardTab('All Calls', callRows),
      scoreboardTab('Front Desk', frontDesk),
      scoreboardTab('Overview', overview),
      scoreboardTab('All Calls', callRows, 'tab All Calls again'),
      scoreboardTab('Front Desk', frontDesk, 'tab Front Desk again'),
      scoreboardTab('Overview', overview, 'tab Overview again'),
    ],
  },
  {
    name: 'tab Overview first',
    path: '/scoreboard?tab=all-calls',
    ready: callRows,
    presses: [scoreboardTab('Overview', overview, 'tab Overview for the first time')],
  },
  {
    name: 'lists of calls',
    path: '/scoreboard?tab=all-calls',
    ready: callRows,
    presses: [
      list('Missed Calls'),
      list('Appointments'),
      list('All Calls'),
      {
        name: 'sort by Answered by',
        target: button('Answered by'),
        state: [{ selector: '[role="tabpanel"] button[data-sorted]', text: 'Answered by' }],
        content: callRows,
      },
      {
        name: 'next page',
        target: button('Next page'),
        state: [{ selector: 'nav [aria-current="page"]', text: '2' }],
        // row numbers are hidden during loading
        content: [{ selector: 'nav [role="status"]', text: '16 – ' }, ...callRows],
      },
      {
        name: 'open a call',
        target: (page) => page.locator('[role="tabpanel"] [role="tabpanel"] tr a[data-row]').nth(2),
        state: [dialog],
        content: [{ selector: '[role="dialog"] dl' }, nothingLoads],
      },
      { name: 'close a call', target: inDialog('button', 'Close'), state: [noDialog], content: callRows },
    ],
  },
  {
    name: 'accounts',
    path: '/scoreboard',
    ready: overview,
    presses: [
      {
        name: 'open the accounts',
        target: button(/\d+ of \d+ selected/),
        state: [dialog],
        content: [{ selector: '[role="dialog"] input[type="checkbox"]' }],
      },
      {
        name: 'unselect an account',
        target: (page) => page.getByRole('dialog').getByRole('checkbox').last(),
        state: [{ selector: '[role="dialog"]', text: '3 of 4 selected' }],
        content: [],
      },
      {
        name: 'apply the accounts',
        target: inDialog('button', 'Apply'),
        state: [noDialog],
        content: otherOverview,
      },
    ],
  },
  {
    name: 'dates',
    path: '/scoreboard',
    ready: overview,
    presses: [
      {
        name: 'open the dates',
        target: button(/^Dates/),
        state: [{ selector: '[role="menu"]' }],
        content: [{ selector: '[role="menuitemradio"]' }],
      },
      {
        name: 'choose dates',
        target: (page) => page.getByRole('menuitemradio', { name: 'Year', exact: true }),
        state: [{ selector: 'main section button', text: 'Year' }],
        content: otherOverview,
      },
    ],
  },
  {
    name: 'a complete breakdown',
    path: '/scoreboard',
    ready: overview,
    presses: [
      {
        name: 'open a breakdown',
        target: button(/: Top Requested Services$/),
        state: [dialog],
        content: [{ selector: '[role="dialog"] tbody tr' }, nothingLoads],
      },
    ],
  },
  {
    name: 'resolve',
    path: '/scoreboard',
    ready: overview,
    presses: [
      {
        name: 'open a call to resolve',
        target: (page) => page.locator('section a[data-row]').first(),
        state: [dialog],
        content: [{ selector: '[role="dialog"] form' }, nothingLoads],
      },
    ],
  },
  metric('Staff Placed Caller On Hold'),
  metric('Hold Time'),
  metric('Asked For Appointment'),
  metric('Good First Impression'),
  {
    name: 'order of the campaigns',
    path: '/campaigns',
    ready: mailings,
    presses: [
      {
        name: 'open the sort menu',
        target: button('Sort'),
        state: [{ selector: '[role="menu"]' }],
        content: [{ selector: '[role="menuitem"]' }],
      },
      {
        name: 'sort the campaigns',
        target: (page) => page.getByRole('menuitem').nth(1),
        state: [{ selector: '[role="menuitem"]', text: ' to ' }],
        content: mailings,
      },
    ],
  },
  {
    name: 'a mailing',
    path: '/campaigns',
    ready: mailings,
    presses: [
      {
        name: 'open a mailing',
        target: (page) => page.getByRole('link', { name: /^View Performance/ }).nth(2),
        state: [dialog],
        content: [{ selector: '[role="dialog"] [role="tabpanel"]' }, nothingLoads],
      },
      drawerTab('Design', { selector: '[role="dialog"] [role="tabpanel"] figure' }),
      drawerTab('Calls', { selector: '[role="dialog"] [data-row]' }),
      drawerTab('Details', { selector: '[role="dialog"] [role="tabpanel"]', text: 'Quantity' }),
    ],
  },
  {
    name: 'menu',
    path: '/scoreboard',
    ready: overview,
    presses: [
      {
        name: 'menu: Campaigns',
        target: (page) => page.locator('nav[aria-label="Main"] a[href^="/campaigns"]'),
        state: [{ selector: 'nav [aria-current="page"]', text: 'Campaigns' }],
        content: mailings,
      },
      {
        name: 'menu: Scoreboard',
        target: (page) => page.locator('nav[aria-label="Main"] a[href^="/scoreboard"]'),
        state: [{ selector: 'h1', text: 'Scoreboard' }],
        content: overview,
      },
      {
        name: 'collapse the menu',
        target: button('Collapse Menu'),
        state: [{ selector: 'button[aria-expanded="false"]', text: 'Expand Menu' }],
        content: [],
      },
    ],
  },
];

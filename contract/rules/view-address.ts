import { dimensionFilters, inquiryFilters } from '../call-filters.ts';
import {
  addressHasScope,
  dateChoices,
  type ScopeAddress,
  scopeFromAddress,
  scopeToAddress,
} from '../scope/scope.ts';
import { isCalendarDate } from '../wire/query.ts';
import { campaignFilterTypes } from './campaign-groups.ts';
import { comparisons } from './comparisons.ts';

/** The parameters of an address in which the scope is written. */
const scopeParameters = ['accounts', 'exceptAccounts', 'range', 'from', 'to', 'type', 'compareWith'] as const;

/** The filters of the lists of calls, as an address names them. */
export const callFilterParameters = [
  ...inquiryFilters,
  'callHandlerId',
  ...dimensionFilters,
  'onHold',
  'wrongSourceMentioned',
  'weekday',
  'hour',
  'campaigns',
] as const;

const order = ['sort', 'dir', 'pageSize'] as const;

/**
 * The screens that can be saved as views, with the parameters of their addresses that belong to a view besides the scope. What is
 * open over a screen and the page of a list do not.
 */
const screens = {
  '/campaigns': order,
  '/scoreboard': [
    'tab',
    'per',
    'sources',
    'callbacks',
    'rank',
    'staff',
    'outcome',
    'q',
    ...callFilterParameters,
    ...order,
  ],
  '/callbacks': ['tab', 'list', 'sort'],
  '/tracking-lines': ['inactive', 'q', ...order],
  '/maps': ['area', 'shown', 'hidden', 'lists', 'shading', 'table', 'at', 'sort', 'dir'],
} as const satisfies Record<string, readonly string[]>;

/** The path of a screen that can be saved as a view. */
export type ViewPath = keyof typeof screens;

/** The paths of the screens that can be saved as views. */
export const viewPaths = Object.keys(screens) as [ViewPath, ...ViewPath[]];

/** Whether a screen can be saved as a view. */
export const isViewPath = (path: string): path is ViewPath => Object.hasOwn(screens, path);

/** The parameters of a view's address: each a text, or a list of texts when its name repeats. */
export type ViewAddress = Record<string, string | string[]>;

/** An address as the web app has it. */
type PageAddress = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The most characters of a view's address, as JSON. */
export const maxViewAddress = 16_384;

/** What a parameter means when it is absent, for those that screens also write. */
const defaults: Readonly<Record<string, string>> = { tab: 'overview', outcome: 'opportunity' };

const firstOf = (value: PageAddress[string]): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

/** The scope's part of an address. */
const scopePart = (address: PageAddress): ScopeAddress =>
  Object.fromEntries(scopeParameters.map((name) => [name, firstOf(address[name])]));

/** The scope of a view. */
export const scopeOfView = (address: ViewAddress) => scopeFromAddress(scopePart(address));

/**
 * The part of a screen's address that a view keeps, in one spelling: two addresses that show the same give the same result. Presets
 * stay names, so that they move on with the time.
 */
export function viewAddressOf(path: ViewPath, address: PageAddress): ViewAddress {
  const scope = scopeToAddress(scopeFromAddress(scopePart(address)));
  // with an own scope the one that a browser remembers does not take its place
  const written = addressHasScope(scope) ? scope : { ...scope, range: 'all' };
  const kept: ViewAddress = {};
  for (const [name, value] of Object.entries(written)) if (value !== undefined) kept[name] = value;
  for (const name of screens[path]) {
    const value = address[name];
    const values = [value ?? []].flat().filter((text) => text !== '');
    const [only] = values;
    if (only === undefined || (values.length === 1 && only === defaults[name])) continue;
    kept[name] = values.length === 1 ? only : values;
  }
  return kept;
}

/** Whether two addresses of a screen show the same. */
export const isSameView = (path: ViewPath, one: PageAddress, other: PageAddress): boolean =>
  JSON.stringify(viewAddressOf(path, one)) === JSON.stringify(viewAddressOf(path, other));

const oneOf = (values: readonly string[]) => (text: string) =>
  values.includes(text) ? null : `Use one of ${values.join(', ')}.`;
const day = (text: string) => (isCalendarDate(text) ? null : 'Use a date like 2026-01-31.');

/** What is wrong with the value of a parameter of the scope; null for nothing. */
const scopeProblems: Readonly<Record<string, (text: string) => string | null>> = {
  range: oneOf(dateChoices.filter((choice) => choice !== 'custom')),
  from: day,
  to: day,
  type: oneOf(campaignFilterTypes),
  compareWith: oneOf(comparisons),
};

function problemOf(path: ViewPath, name: string, value: string | readonly string[]): string | null {
  const isOfScope = (scopeParameters as readonly string[]).includes(name);
  if (!isOfScope && !(screens[path] as readonly string[]).includes(name))
    return `A view of ${path} keeps no such parameter.`;
  if (!isOfScope) return null;
  return typeof value === 'string' ? (scopeProblems[name]?.(value) ?? null) : 'Use one text.';
}

/** What is wrong with a view's address, by parameter; '' for the whole. */
export function viewAddressProblems(path: ViewPath, address: ViewAddress): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [name, value] of Object.entries(address)) {
    const problem = problemOf(path, name, value);
    if (problem !== null) problems.set(name, problem);
  }
  if (JSON.stringify(address).length > maxViewAddress)
    problems.set(
      '',
      'This is too much for a view. Select fewer accounts, or all but a few, and fewer filters.',
    );
  return problems;
}

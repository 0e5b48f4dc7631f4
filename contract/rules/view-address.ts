import { inquiryFilters } from '../call-filters.ts';
import { dimensionNames } from '../figures/dimensions.ts';
import {
  addressHasScope,
  dateChoices,
  type ScopeAddress,
  scopeFromAddress,
  scopeToAddress,
  comparisonChoices,
} from '../scope/scope.ts';
import { isCalendarDate } from '../wire/query.ts';
import { campaignFilterTypes } from './campaign-groups.ts';

const scopeParameters = ['accounts', 'exceptAccounts', 'range', 'from', 'to', 'type', 'compareWith'] as const;

export const callFilterParameters = [
  ...inquiryFilters,
  'callHandlerId',
  ...dimensionNames,
  'scored',
  'onHold',
  'wrongSourceMentioned',
  'weekday',
  'hour',
  'campaigns',
] as const;

const order = ['sort', 'dir', 'pageSize'] as const;

/** URL parameters that a view keeps besides the scope, by screen. */
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

export type ViewPath = keyof typeof screens;

export const viewPaths = Object.keys(screens) as [ViewPath, ...ViewPath[]];

export const isViewPath = (path: string): path is ViewPath => Object.hasOwn(screens, path);

export type ViewAddress = Record<string, string | string[]>;

type PageAddress = Readonly<Record<string, string | readonly string[] | undefined>>;

export const maxViewAddress = 16_384;

/** Meaning of absent parameters that screens also write. */
const defaults: Readonly<Record<string, string>> = { tab: 'overview', outcome: 'opportunity' };

const firstOf = (value: PageAddress[string]): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

const scopePart = (address: PageAddress): ScopeAddress =>
  Object.fromEntries(scopeParameters.map((name) => [name, firstOf(address[name])]));

export const scopeOfView = (address: ViewAddress) => scopeFromAddress(scopePart(address));

/** Equal for equal screens. Presets stay names, so that they move with time. */
export function viewAddressOf(path: ViewPath, address: PageAddress): ViewAddress {
  const given = scopeFromAddress(scopePart(address));
  // All Time is compared with nothing
  const scope = scopeToAddress(given.preset === 'all' ? { ...given, compareWith: undefined } : given);
  // an explicit scope keeps the browser's stored one from replacing it
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

export const isSameView = (path: ViewPath, one: PageAddress, other: PageAddress): boolean =>
  JSON.stringify(viewAddressOf(path, one)) === JSON.stringify(viewAddressOf(path, other));

const oneOf = (values: readonly string[]) => (text: string) =>
  values.includes(text) ? null : `Use one of ${values.join(', ')}.`;
const day = (text: string) => (isCalendarDate(text) ? null : 'Use a date like 2026-01-31.');

const scopeProblems: Readonly<Record<string, (text: string) => string | null>> = {
  range: oneOf(dateChoices.filter((choice) => choice !== 'custom')),
  from: day,
  to: day,
  type: oneOf(campaignFilterTypes),
  compareWith: oneOf(comparisonChoices),
};

function problemOf(path: ViewPath, name: string, value: string | readonly string[]): string | null {
  const isOfScope = (scopeParameters as readonly string[]).includes(name);
  if (!isOfScope && !(screens[path] as readonly string[]).includes(name))
    return `A view of ${path} keeps no such parameter.`;
  if (!isOfScope) return null;
  return typeof value === 'string' ? (scopeProblems[name]?.(value) ?? null) : 'Use one text.';
}

/** Problems by parameter name; '' for the whole address. */
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

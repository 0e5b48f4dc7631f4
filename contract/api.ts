import * as accounts from './accounts.ts';
import * as calls from './calls.ts';
import * as identity from './identity.ts';
import * as picklists from './picklists.ts';
import { breakdowns, callSummaryCount, callsPerDay } from './scoreboard.ts';
import * as settings from './settings.ts';
import type { AnyRoute } from './wire/route.ts';

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'service' in value && 'path' in value && 'access' in value;

const exported: readonly unknown[] = [
  ...Object.values(identity),
  ...Object.values(settings),
  ...Object.values(accounts),
  ...Object.values(picklists),
  ...Object.values(calls),
  callSummaryCount,
  callsPerDay,
  ...Object.values(breakdowns),
];

/** Every route of the product: what the server must serve and the API description lists. */
export const allRoutes: readonly AnyRoute[] = exported.filter(isRoute);

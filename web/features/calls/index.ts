export { AllCalls } from './all-calls.tsx';
export { type CallListRequest, type CallPage, callsQuery, summaryQuery } from './api.ts';
export { CallDrawer, Details as CallById } from './call-drawer.tsx';
export { CallsTable } from './calls-table.tsx';
export { type CallsChoice, useOpenCall, useOpenCalls } from './open-calls.ts';
export { FirstOutcome, OutcomeBadge, OutcomeBadges } from './outcome-badges.tsx';
export { callListRequest, listFromAddress, listToAddress, type ListState, sortedBy } from './list-address.ts';
export { missedAndFollowUpId } from './resolve-address.ts';
export { ResolveLayer } from './resolve-drawer.tsx';

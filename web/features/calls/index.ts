export {
  type CallListRequest,
  type CallPage,
  callsOverTimeQuery,
  callsQuery,
  openRecording,
  summaryQuery,
  useScoredCalls,
} from './api.ts';
export { AppointmentForm } from './appointment-form.tsx';
export { AppointmentStatus } from './appointment-status.tsx';
export { fullName, namesOf, newAppointmentOf, noAppointment } from './appointment-input.ts';
export { CallDrawer, Details as CallById } from './call-drawer.tsx';
export { RecordingCell } from './call-cells.tsx';
export { CallLink } from './call-link.tsx';
export { CallbacksTable } from './callbacks-table.tsx';
export { CallsTable } from './calls-table.tsx';
export { Section } from './detail-parts.tsx';
export { refreshCallLists, showFreshCall } from './fresh-call.ts';
export { callsLink, type CallsSelection, useOpenCall, useOpenCalls } from './open-calls.ts';
export { RowOutcomes, OutcomeBadge, OutcomeBadges } from './outcome-badges.tsx';
export { callListRequest, listFromAddress, listToAddress, type ListState, sortedBy } from './list-address.ts';
export { LazyAllCalls as AllCalls, loadAllCalls } from './lazy-all-calls.tsx';
export { PhoneActions } from './phone-actions.tsx';
export { Recording } from './recording.tsx';
export type { PrefilledResolution, ResolutionTarget } from './resolution-input.ts';
export { ResolveLayer } from './resolve-drawer.tsx';
export { LazyResolveForm as ResolveForm } from './lazy-resolve-form.tsx';
export { SummaryCards } from './summary-cards.tsx';
export type { SummaryCounts } from './summary-figures.ts';

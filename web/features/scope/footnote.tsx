import { config } from '../../platform/config.ts';
import { useScope } from './scope-state.ts';
import { footnoteText } from './short-texts.ts';

/** Footnote of a graph over scored calls. `since`: time of the earliest call; null if none was counted. */
export function Footnote({ since }: { since: string | null }) {
  if (since === null) return null;
  return config().days === 'utc' ? footnoteText(since, ['UTC'], {}) : <OfficeFootnote since={since} />;
}

function OfficeFootnote({ since }: { since: string }) {
  const { dayZones, query } = useScope();
  return footnoteText(since, dayZones, query.filters);
}

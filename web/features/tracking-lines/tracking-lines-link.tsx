import { IconPhoneCall } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { scopeNames } from '../scope/index.ts';

/** The link to the tracking lines of the selected accounts. */
export function TrackingLinesLink() {
  return (
    <PageLink to={paths.trackingLines} search={useAddressPart(scopeNames)} icon={IconPhoneCall}>
      Tracking Lines
    </PageLink>
  );
}

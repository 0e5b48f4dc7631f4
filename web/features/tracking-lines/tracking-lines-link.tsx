import { IconPhoneCall } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { scopeNames } from '../scope/index.ts';

export function TrackingLinesLink() {
  return (
    <PageLink to={paths.trackingLines} search={useAddressPart(scopeNames)} icon={IconPhoneCall}>
      Tracking Lines
    </PageLink>
  );
}

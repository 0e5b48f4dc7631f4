import { Anchor } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { scopeNames } from '../scope/index.ts';
import classes from './tracking-lines.module.css';

/** The link to the tracking lines of the selected accounts. */
export function TrackingLinesLink() {
  const scope = useAddressPart(scopeNames);
  return (
    <Anchor
      size="sm"
      className={classes.pageLink ?? ''}
      renderRoot={(props) => <Link to={paths.trackingLines} search={scope as never} {...props} />}
    >
      <IconPhoneCall size={16} aria-hidden />
      Tracking Lines
    </Anchor>
  );
}

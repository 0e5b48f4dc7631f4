import { Anchor } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { type Address, useAddress } from '../../platform/address.ts';
import { scopeNames } from '../scope/index.ts';
import classes from './tracking-lines.module.css';

/** The link to the tracking lines of the selected accounts. */
export function TrackingLinesLink() {
  const address = useAddress();
  const scope: Address = Object.fromEntries(scopeNames.map((name) => [name, address[name]]));
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

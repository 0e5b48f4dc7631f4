import { Anchor } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { type Address, useAddress } from '../../platform/address.ts';
import { scopeNames } from '../scope/index.ts';
import classes from './tracking-lines.module.css';

/** The way to the tracking lines of the accounts that are selected. */
export function TrackingLinesLink() {
  const address = useAddress();
  const scope: Address = Object.fromEntries(scopeNames.map((name) => [name, address[name]]));
  return (
    <Anchor
      size="sm"
      className={classes.way ?? ''}
      renderRoot={(props) => <Link to={paths.trackingLines} search={scope as never} {...props} />}
    >
      <IconPhoneCall size={16} aria-hidden />
      Tracking Lines
    </Anchor>
  );
}

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAddress } from '../../platform/address.ts';
import { Answer } from '../../ui/answer.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { overviewQuery } from './api.ts';
import { AccessLog, AccountsAndContacts, Deliveries } from './long-lists.tsx';
import { operateFromAddress } from './operate-address.ts';
import { LoadingSections, OverviewSections, VersionSection } from './overview-sections.tsx';
import classes from './operate.module.css';

export function SystemPage() {
  const overview = useQuery(overviewQuery());
  const address = useAddress();
  const state = useMemo(() => operateFromAddress(address), [address]);
  return (
    <div className={classes.page}>
      <div>
        <PageHeading title="System" />
        <Text size="sm" c="dimmed" maw={620}>
          What runs here and what waits. Other changes are made with the command line.
        </Text>
      </div>
      <Answer query={overview} skeleton={<LoadingSections />}>
        {(data) => <OverviewSections overview={data} />}
      </Answer>
      <Deliveries state={state} />
      <AccountsAndContacts state={state} />
      <AccessLog state={state} />
      {overview.data && <VersionSection version={overview.data.version} />}
    </div>
  );
}

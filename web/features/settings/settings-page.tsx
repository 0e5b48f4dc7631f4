import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallFailed } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast.tsx';
import { SingleAccountSelector } from '../accounts/index.ts';
import { hasPasskeys } from '../session/index.ts';
import { ActivitySection } from './activity-section.tsx';
import { userSettingsQuery } from './api.ts';
import { DesignAlerts } from './design-alerts.tsx';
import { SentAlerts } from './sent-alerts.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { BrowsersSection } from './browsers-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './settings.module.css';
import { useSettingsAddress } from './use-settings-address.ts';

export function SettingsPage() {
  // an ended session requests nothing, because the refusal would replace the reason of its end
  const session = useSession();
  const settings = useQuery({ ...userSettingsQuery, enabled: session !== null });
  const { account, selectAccount, page, goToPage } = useSettingsAddress();
  const { error } = settings;
  useEffect(() => {
    // a user whose session ended is on the way to the login, which says so
    if (error && !(error instanceof CallFailed && [401, 403].includes(error.status)))
      toast('error', error.message);
  }, [error]);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading title="Settings" />
        {account && <SingleAccountSelector account={account} onChange={selectAccount} />}
      </div>
      <Answer query={settings} skeleton={<SettingsSkeleton />}>
        {(data) => (
          <>
            <SettingsForm key={account?.id ?? ''} settings={data} account={account} />
            <DesignAlerts />
            {hasPasskeys() && <PasskeysSection />}
            {data.passwordHere && <SessionsSection />}
            {data.passwordHere && <BrowsersSection />}
            {account && <SentAlerts accountId={account.id} page={page} onPage={goToPage} />}
            {account && <ActivitySection account={account} />}
          </>
        )}
      </Answer>
    </div>
  );
}

function SettingsSkeleton() {
  return (
    <Stack gap="lg" className={classes.card}>
      <Skeleton height={22} width={90} />
      {['email', 'phone'].map((field) => (
        <Stack key={field} gap={8}>
          <Skeleton height={14} width={110} />
          <Skeleton height={42} />
        </Stack>
      ))}
      <Skeleton height={36} width={170} />
    </Stack>
  );
}

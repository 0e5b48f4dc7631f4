import { Button, Stack, Text } from '@mantine/core';
import { leftOutText, viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../paths.ts';
import { CallFailed } from '../../platform/api.ts';
import { Failed } from '../../ui/answer.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { toast } from '../../ui/toast.tsx';
import { savedViewQuery } from './api.ts';
import { rememberOpened } from './opened-view.ts';

export function ViewPage({ viewId }: { viewId: string }) {
  const navigate = useNavigate();
  const { data, error: lastError, isFetching, refetch } = useQuery(savedViewQuery(viewId));
  // an earlier version is not opened during or after a failed reload
  const error = isFetching ? null : lastError;
  const view = isFetching || error ? undefined : data;
  const opened = useRef<string>(null);
  useEffect(() => {
    if (!view || view.hasNoAccounts || opened.current === view.id) return;
    opened.current = view.id;
    rememberOpened(view);
    const leftOut = leftOutText(view);
    if (leftOut !== '') toast('warning', leftOut);
    void navigate({ to: view.path, search: view.address, replace: true });
  }, [view, navigate]);
  if (view?.hasNoAccounts) return <NotOpened title={view.name} text={viewMessages.noAccounts} />;
  // an invalid id is like a removed view
  if (error instanceof CallFailed && (error.status === 404 || error.status === 400))
    return <NotOpened title="View not found" text={viewMessages.gone} />;
  if (error)
    return (
      <Stack>
        <PageHeading title="View" />
        <Failed error={error} onRetry={() => void refetch()} />
      </Stack>
    );
  return <PageLoading />;
}

function NotOpened({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="md" align="flex-start" maw="40rem">
      <PageHeading title={title} />
      <Text c="dimmed">{text}</Text>
      <Button size="md" component={Link} to={paths.home}>
        Go to the campaigns
      </Button>
    </Stack>
  );
}

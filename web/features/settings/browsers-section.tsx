import { Button, Skeleton, Text, Title } from '@mantine/core';
import {
  forgetRememberedBrowser,
  listRememberedBrowsers,
  type RememberedBrowser,
} from '@mailcall/contract/second-factor.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { Answer } from '../../ui/answer.tsx';
import { formatInstantDay, timeOfDay } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './api.ts';
import classes from './sessions.module.css';
import settings from './settings.module.css';

const browsersQuery = queryOptions({
  queryKey: ['user', 'browsers'],
  queryFn: async ({ signal }): Promise<RememberedBrowser[]> =>
    (await call(listRememberedBrowsers, {}, { signal })).browsers,
  gcTime: 0,
});

export function BrowsersSection() {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const query = useQuery(browsersQuery);
  const isShown = useRef(false);
  if (query.data && query.data.length > 0) isShown.current = true;
  // stays after the last one was just forgotten
  if (!isShown.current) return null;
  return (
    <section className={`${settings.card} ${classes.section}`} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id} ref={title} tabIndex={-1} className={settings.title}>
          Remembered browsers
        </Title>
        <Text size="sm" c="dimmed">
          In these browsers you log in without a second step. Forget any that you do not recognize or no
          longer use.
        </Text>
      </div>
      <Answer query={query} skeleton={<Skeleton height={52} />}>
        {(browsers) =>
          browsers.length === 0 ? (
            <Text size="sm">No browser is remembered.</Text>
          ) : (
            <ul className={classes.list}>
              {browsers.map((browser) => (
                <BrowserItem
                  key={browser.id}
                  browser={browser}
                  onForgotten={() => title.current?.focus({ preventScroll: true })}
                />
              ))}
            </ul>
          )
        }
      </Answer>
    </section>
  );
}

function BrowserItem({
  browser: { id: browserId, device, network, createdAt, expiresAt, lastUsedAt, current },
  onForgotten,
}: {
  browser: RememberedBrowser;
  onForgotten: () => void;
}) {
  const id = useId();
  const [running, setRunning] = useState(false);
  const forget = async () => {
    setRunning(true);
    try {
      const { browsers } = await call(forgetRememberedBrowser, { params: { id: browserId } });
      onForgotten();
      queryClient.setQueryData(browsersQuery.queryKey, browsers);
      toast('success', 'Forgotten');
    } catch (error) {
      toast('error', failureText(error));
      setRunning(false);
    }
  };
  return (
    <li className={classes.item}>
      <div>
        <Text fw={600} id={id} className={classes.device}>
          {device ?? 'Unknown device'}
          {current && (
            <Text span c="dimmed" fw={400}>
              {' · This browser'}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          Remembered {formatInstantDay(createdAt)}
          {network === null ? '' : ` from ${network}`}, until {formatInstantDay(expiresAt)}
        </Text>
        <Text size="sm" c="dimmed">
          Last used {formatInstantDay(lastUsedAt)}, {timeOfDay(lastUsedAt)}
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-md"
        className={settings.finger ?? ''}
        aria-describedby={id}
        loading={running}
        onClick={() => void forget()}
      >
        Forget
      </Button>
    </li>
  );
}

import { ActionIcon, Menu, Text } from '@mantine/core';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { IconDots, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { asOfText } from '../../ui/dates.ts';
import { useAsOf } from '../../ui/as-of.ts';
import classes from './scope-bar.module.css';

/** What belongs to the figures of a screen: their days and age, Refresh, and `children`, items of the page. */
export function ScopeMenu({
  accounts,
  days = null,
  children,
}: {
  accounts: RequestedAccounts;
  days?: ReactNode;
  children?: ReactNode;
}) {
  const { asOf, refresh, isRefreshing } = useAsOf(accounts);
  const age = asOf === null ? null : `as of ${asOfText(asOf, new Date())}`;
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ActionIcon variant="default" className={classes.more ?? ''} aria-label={moreLabel}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={moreLabel}>
          {days && <Menu.Label>{days}</Menu.Label>}
          <Menu.Item
            leftSection={
              <IconRefresh
                size={18}
                stroke={1.75}
                className={isRefreshing ? classes.turning : ''}
                aria-hidden
              />
            }
            disabled={age === null}
            // stays open, because the new time is the answer
            closeMenuOnClick={false}
            onClick={() => isRefreshing || refresh()}
          >
            Refresh the figures
            <Text component="span" display="block" size="xs" c="dimmed">
              {age}
            </Text>
          </Menu.Item>
          {children}
        </Menu.Dropdown>
      </Menu>
      <span className={classes.printed}>{age}</span>
    </>
  );
}

const moreLabel = 'More about this screen';

import { Text } from '@mantine/core';
import { campaignFilterLabels, campaignFilterTypes } from '@mailcall/contract/rules/campaign-groups.ts';
import { dayEndText } from '@mailcall/contract/rules/time-zone.ts';
import { dateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { IconFilter } from '@tabler/icons-react';
import { AccountSelector, useTimeZones } from '../accounts/index.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { DateMenu } from './date-menu.tsx';
import { formatDays } from './format-days.ts';
import classes from './scope-bar.module.css';
import { useRememberedScope, useScope } from './scope-state.ts';
import { useScopeNotices } from './scope-notices.ts';

const campaignChoices = campaignFilterTypes.map((value) => ({ value, label: campaignFilterLabels[value] }));

/**
 * The controls that show and change the scope: accounts, dates, campaign type. A page that does not depend on dates and
 * campaigns has only the accounts.
 */
export function ScopeBar({ accountsOnly = false }: { accountsOnly?: boolean }) {
  const state = useScope();
  const { scope, change } = state;
  const timeZones = useTimeZones(state.accountIds);
  const now = new Date();
  useScopeNotices(state);
  useRememberedScope(state, { accountsOnly });
  const accounts = (
    <div className={classes.accounts}>
      <AccountSelector value={scope.accountIds} onChange={(accountIds) => change({ accountIds })} />
    </div>
  );
  if (accountsOnly) {
    return (
      <section className={classes.bar} aria-label="Accounts">
        <div className={classes.controls}>{accounts}</div>
      </section>
    );
  }
  return (
    <section className={classes.bar} aria-label="Accounts, dates and campaigns">
      <div className={classes.controls}>
        {accounts}
        <DateMenu scope={scope} onChange={change} />
        <ChoiceMenu
          name="Campaigns"
          icon={IconFilter}
          value={scope.campaignType}
          choices={campaignChoices}
          onChoose={(campaignType) => change({ campaignType })}
        />
      </div>
      <Text size="sm" c="dimmed" className={classes.days}>
        {formatDays(scope, now)}, {dayEndText(dateRangeOf(scope, now).endDate, timeZones)}
      </Text>
    </section>
  );
}

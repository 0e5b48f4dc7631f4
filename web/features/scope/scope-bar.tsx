import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { dayEndText } from '@mailcall/contract/rules/time-zone.ts';
import { labeledDateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { IconFilter } from '@tabler/icons-react';
import { AccountSelector, useTimeZones } from '../accounts/index.ts';
import { campaignChoices } from './campaign-choices.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { DateMenu } from './date-menu.tsx';
import { formatDays } from './format-days.ts';
import classes from './scope-bar.module.css';
import { ScopeChip } from './scope-chip.tsx';
import { type ScopeState, useRememberedScope, useScope } from './scope-state.ts';
import { useScopeNotices } from './scope-notices.ts';

/**
 * The controls that show and change the scope: accounts, dates, campaign type; on a phone one chip that opens them. A page
 * that does not depend on dates and campaigns has only the accounts.
 */
export function ScopeBar({ accountsOnly = false }: { accountsOnly?: boolean }) {
  const state = useScope();
  const { scope, change } = state;
  const onPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  useScopeNotices(state);
  useRememberedScope(state, { accountsOnly });
  const selector = (
    <AccountSelector value={scope.accountIds} onChange={(accountIds) => change({ accountIds })} />
  );
  if (accountsOnly) {
    return (
      <section className={classes.bar} aria-label="Accounts">
        <div className={classes.controls}>
          <div className={classes.accounts}>{selector}</div>
        </div>
      </section>
    );
  }
  return (
    <section className={classes.bar} aria-label="Accounts, dates and campaigns">
      {onPhone ? (
        <ScopeChip state={state} accounts={selector} days={<Days state={state} />} />
      ) : (
        <>
          <div className={classes.controls}>
            <div className={classes.accounts}>{selector}</div>
            <DateMenu scope={scope} onChange={change} />
            <ChoiceMenu
              name="Campaigns"
              icon={IconFilter}
              value={scope.campaignType}
              groups={[campaignChoices]}
              onChoose={(campaignType) => change({ campaignType })}
            />
          </div>
          <Days state={state} />
        </>
      )}
    </section>
  );
}

/** The exact days up to today, and when they end at the selected offices. */
function Days({ state: { scope, accountIds, today } }: { state: ScopeState }) {
  const timeZones = useTimeZones(accountIds);
  return (
    <Text size="sm" c="dimmed" className={classes.days ?? ''}>
      <span>{formatDays(scope, today)}, </span>
      <span>{dayEndText(labeledDateRangeOf(scope, today).endDate, timeZones)}</span>
    </Text>
  );
}

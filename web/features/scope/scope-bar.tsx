import { useMediaQuery } from '@mantine/hooks';
import type { AccountSelection, Scope } from '@mailcall/contract/scope/scope.ts';
import { IconFilter } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { AccountSelector } from '../accounts/index.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { DateMenu } from './date-menu.tsx';
import { formatDays, useDaysText } from './days-text.ts';
import classes from './scope-bar.module.css';
import { campaignChoices, ScopeChip } from './scope-chip.tsx';
import { type ScopeState, useRememberedScope, useScope } from './scope-state.ts';
import { ScopeMenu } from './scope-menu.tsx';
import { useScopeNotices } from './scope-notices.ts';

/** Accounts, dates and campaigns of a screen. `children`: further items of its small menu. */
export function ScopeBar({
  accountsOnly = false,
  children,
}: {
  accountsOnly?: boolean;
  children?: ReactNode;
}) {
  const state = useScope();
  const { scope, change } = state;
  const onPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  useScopeNotices(state);
  useRememberedScope(state, { accountsOnly });
  const selector = <Accounts value={scope.accountIds} change={change} />;
  const days = <Days state={state} />;
  return (
    <section className={classes.bar} aria-label={accountsOnly ? 'Accounts' : 'Accounts, dates and campaigns'}>
      {onPhone && !accountsOnly ? (
        <ScopeChip state={state} accounts={selector} days={days} />
      ) : (
        <>
          <div className={classes.accounts}>{selector}</div>
          {!accountsOnly && (
            <>
              <DateMenu scope={scope} today={state.today} onChange={change} />
              <CampaignMenu value={scope.campaignType} change={change} />
            </>
          )}
        </>
      )}
      <ScopeMenu accounts={state.query} days={accountsOnly ? null : days}>
        {children}
      </ScopeMenu>
    </section>
  );
}

// changed dates do not render accounts and campaigns again
const Accounts = memo(
  ({ value, change }: { value: AccountSelection; change: ScopeState['change'] }) => (
    <AccountSelector value={value} onChange={(accountIds) => change({ accountIds })} />
  ),
  (before, now) => before.change === now.change && JSON.stringify(before.value) === JSON.stringify(now.value),
);

const CampaignMenu = memo(
  ({ value, change }: { value: Scope['campaignType']; change: ScopeState['change'] }) => (
    <ChoiceMenu
      name="Campaigns"
      icon={IconFilter}
      value={value}
      groups={campaignGroups}
      onChoose={(campaignType) => change({ campaignType })}
    />
  ),
);
const campaignGroups = [campaignChoices];

function Days({ state }: { state: ScopeState }) {
  const daysText = useDaysText(state);
  return (
    <>
      {formatDays(state.scope, state.today)}, <span className={classes.unbroken}>{daysText}</span>
    </>
  );
}

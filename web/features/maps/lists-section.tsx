import { Checkbox, Text } from '@mantine/core';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { listsQuery } from './api.ts';
import { PanelSection } from './panel-parts.tsx';
import { useMapScreen } from './screen-context.ts';
import classes from './side-panel.module.css';

/** The patient lists of the accounts, with a switch for the households of each. */
export function ListsSection({ accounts }: { accounts: RequestedAccounts }) {
  const { state, change } = useMapScreen();
  const lists = useQuery(listsQuery(accounts, true));
  const records = lists.data?.records ?? [];
  return (
    <PanelSection title="Patient Lists" count={records.length}>
      {lists.isSuccess && records.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.empty ?? ''}>
          No uploaded patient lists
        </Text>
      )}
      <ul className={classes.rows}>
        {records.map(({ id, name, summary }) => (
          <li key={id} className={classes.row}>
            <Checkbox
              size="sm"
              label={name}
              description={`${thousands(summary.householdCount)} households`}
              checked={state.lists.includes(id)}
              onChange={({ currentTarget }) =>
                change({
                  lists: currentTarget.checked
                    ? [...state.lists, id]
                    : state.lists.filter((other) => other !== id),
                })
              }
            />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

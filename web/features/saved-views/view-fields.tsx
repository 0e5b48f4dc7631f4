import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { maxViewName } from '@mailcall/contract/rules/saved-views.ts';
import { useOwnAccounts } from '../accounts/index.ts';
import classes from './saved-views.module.css';

/** The name of a view, and who sees it. */
export interface ViewFields {
  name: string;
  /** The office that it is shared with; null for its owner alone. */
  accountId: string | null;
}

/** The most accounts that the list of a field has at once; typing finds the others. */
const maxOffered = 50;

/** The fields of a view's name and of who sees it. */
export function ViewFieldInputs({
  value: { name, accountId },
  office,
  fixed = false,
  onChange,
}: {
  value: ViewFields;
  /** The office that is offered first. */
  office: string | null;
  /** Who sees it cannot be chosen. */
  fixed?: boolean;
  onChange: (value: ViewFields) => void;
}) {
  const accounts = useOwnAccounts();
  const first = accounts.find(({ id }) => id === office) ?? accounts[0];
  const only = accounts.length === 1 ? first : undefined;
  return (
    <>
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={maxViewName}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value, accountId })}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {!fixed && (
        <Radio.Group
          label="Who sees it"
          value={accountId === null ? 'own' : 'office'}
          onChange={(value) => onChange({ name, accountId: value === 'own' ? null : (first?.id ?? null) })}
        >
          <Stack gap={0} mt={4}>
            <Radio value="own" label="Only me" classNames={{ body: classes.radio ?? '' }} />
            {first && (
              <Radio
                value="office"
                label={only ? `Shared with ${only.name}` : 'Shared with an office'}
                classNames={{ body: classes.radio ?? '' }}
              />
            )}
          </Stack>
        </Radio.Group>
      )}
      {accountId !== null && !only && !fixed && (
        <Select
          label="Office"
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          limit={maxOffered}
          nothingFoundMessage="No office has this name"
          data={accounts.map((account) => ({
            value: account.id,
            label: account.groupName === null ? account.name : `${account.name} (${account.groupName})`,
          }))}
          value={accountId}
          onChange={(value) => onChange({ name, accountId: value ?? accountId })}
          // it chooses an office; where none is found, it must not save the view for the one before
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
    </>
  );
}

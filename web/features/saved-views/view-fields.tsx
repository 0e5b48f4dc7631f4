import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { maxViewName } from '@mailcall/contract/rules/saved-views.ts';
import { useOwnAccounts } from '../accounts/index.ts';
import classes from './saved-views.module.css';

export interface ViewFields {
  name: string;
  /** Office that shares it; null for its owner alone. */
  accountId: string | null;
}

const maxOffered = 50;

export function ViewFieldInputs({
  value: { name, accountId },
  office,
  fixed = false,
  onChange,
}: {
  value: ViewFields;
  office: string | null;
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
          // Enter chooses an office; without a match, it must not save with the previous one
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
    </>
  );
}

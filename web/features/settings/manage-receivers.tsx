import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useMobile } from '../../ui/screen-width.ts';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import {
  type AlertContact,
  type AlertRow,
  type AlertRows,
  changedRows,
  isOn,
  rowFor,
  rowsByKey,
  withRows,
} from './alert-rows.ts';
import classes from './alerts.module.css';
import { AlertsTable } from './alerts-table.tsx';
import { settingsParameters } from './use-settings-address.ts';

/** Above this number of contacts the dialog has a search. */
const maxUnsearched = 8;
const maxListed = 50;

const detailsOf = ({ email, phone }: AlertContact) =>
  [email, phone === null ? 'no phone number' : formatPhone(phone)].filter((text) => text !== '').join(' · ');

const isFound = ({ name, email }: AlertContact, searchText: string) =>
  `${name} ${email}`.toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase());

export function ManageReceivers({
  alertType,
  accountName,
  contacts,
  rows,
  onApply,
  onClose,
}: {
  alertType: AlertType;
  accountName: string;
  contacts: readonly AlertContact[];
  rows: AlertRows;
  onApply: (rows: readonly AlertRow[]) => void;
  onClose: () => void;
}) {
  const isMobile = useMobile();
  const [edited, setEdited] = useState<AlertRows>(new Map());
  const [searchText, setSearchText] = useState('');
  // receivers come first, in the order at opening
  const [ordered] = useState(() =>
    [...contacts].sort(
      (a, b) => Number(isOn(rowFor(rows, b, alertType))) - Number(isOn(rowFor(rows, a, alertType))),
    ),
  );
  const found = ordered.filter((contact) => isFound(contact, searchText));
  const current = withRows(rows, edited);
  const leave = useUnsavedInput(changedRows(rows, edited).length > 0, settingsParameters);
  const cancel = () => leave(onClose);
  return (
    <Modal
      opened
      onClose={cancel}
      title="Manage Receivers"
      size="xl"
      centered
      fullScreen={isMobile}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.scroller }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed" className={classes.name}>
          Who gets the {alertType} of {accountName}, besides you. It takes effect when you save the settings.
        </Text>
        {contacts.length > maxUnsearched && (
          <TextInput
            aria-label="Search contacts"
            placeholder="Search contacts"
            data-autofocus
            leftSection={<IconSearch size={16} aria-hidden />}
            value={searchText}
            onChange={(event) => setSearchText(event.currentTarget.value)}
          />
        )}
        {found.length === 0 ? (
          <Text c="dimmed" ta="center" py="xl" role="status">
            {contacts.length === 0 ? 'This account has no other contacts.' : 'No contacts found'}
          </Text>
        ) : (
          <AlertsTable
            label="Receivers"
            nameTitle="Contact"
            lines={found.slice(0, maxListed).map((contact) => ({
              row: rowFor(current, contact, alertType),
              name: contact.name,
              details: detailsOf(contact),
            }))}
            onChange={(row) => setEdited(withRows(edited, rowsByKey([row])))}
          />
        )}
        {found.length > maxListed && (
          <Text size="sm" c="dimmed" role="status">
            {maxListed} of {thousands(found.length)} contacts. Search for the others.
          </Text>
        )}
        <Group justify="flex-end" gap="sm" className={classes.actions ?? ''}>
          <Button variant="default" h={44} onClick={cancel}>
            Cancel
          </Button>
          <Button
            h={44}
            onClick={() => {
              onApply([...edited.values()]);
              onClose();
            }}
          >
            Apply
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

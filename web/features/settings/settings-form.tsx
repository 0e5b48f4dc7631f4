import { Button, Text } from '@mantine/core';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type RefObject, useId, useRef, useState } from 'react';
import type { AccountChoice } from '../accounts/index.ts';
import { AccountSection } from './account-section.tsx';
import { receiversQuery } from './alerts-api.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { NotificationsSection } from './notifications-section.tsx';
import { officeHoursQuery } from './office-hours-api.ts';
import { OfficeHoursSection } from './office-hours-section.tsx';
import type { CodeRequest } from './pending-change.tsx';
import classes from './settings.module.css';
import { useAlertForm } from './use-alert-form.ts';
import { useContactForm } from './use-contact-form.ts';
import { useHoursForm } from './use-hours-form.ts';
import { settingsParameters } from './use-settings-address.ts';
import { useSettingsForm } from './use-settings-form.ts';

const refusedField = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].find((field) => field.getAttribute('aria-invalid') === 'true');

/** Remembers the focused section, because Save and Cancel are disabled after a press. */
function useLastSection() {
  const heading = useRef<HTMLElement>(null);
  return {
    noteSection: ({ target }: FocusEvent) => {
      heading.current = target.closest('section')?.querySelector('h2') ?? heading.current;
    },
    focusSection: () => heading.current?.focus({ preventScroll: true }),
  };
}

export function SettingsForm({
  settings,
  account,
}: {
  settings: UserSettings;
  account: AccountChoice | null;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const { noteSection, focusSection } = useLastSection();
  const [requested, setRequested] = useState<CodeRequest | null>(null);
  const receivers = useQuery({ ...receiversQuery(account?.id ?? ''), enabled: account !== null });
  // a group has no office hours, and only primary contacts set them
  const isOffice = account !== null && account.officeCount === 0 && receivers.data?.isPrimary === true;
  const contact = useContactForm(settings);
  const alerts = useAlertForm(account?.id ?? null, receivers.data);
  const officeHours = useQuery({ ...officeHoursQuery(account?.id ?? ''), enabled: isOffice });
  const hours = useHoursForm(account?.id ?? null, officeHours.data);
  const changes = useSettingsForm(contact, alerts, hours, {
    onSaved: (field) => {
      setRequested(field && { field });
      if (!field) focusSection();
    },
    onFailed: () => focusNextFrame(() => refusedField(form.current) ?? saveButton.current),
  });
  useUnsavedInput(changes.isChanged && !changes.saving, settingsParameters);
  return (
    <fieldset className={classes.sections} onFocusCapture={noteSection}>
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void changes.submit();
        }}
      />
      <AccountSection settings={settings} contact={contact} formId={formId} requested={requested} />
      {account && (
        <NotificationsSection
          receivers={receivers}
          alerts={alerts}
          account={account}
          phoneWaits={settings.pending.phone !== null}
        />
      )}
      {account && isOffice && <OfficeHoursSection query={officeHours} hours={hours} account={account} />}
      <Actions
        changes={changes}
        formId={formId}
        saveButton={saveButton}
        onCancel={() => {
          changes.reset();
          focusSection();
        }}
      />
    </fieldset>
  );
}

function Actions({
  changes: { isChanged, saving, savable },
  formId,
  saveButton,
  onCancel,
}: {
  changes: ReturnType<typeof useSettingsForm>;
  formId: string;
  saveButton: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
}) {
  return (
    <div className={classes.foot} data-changed={isChanged || undefined}>
      <Text size="sm" c="dimmed" role="status" className={classes.unsaved}>
        {isChanged && !saving ? 'Unsaved changes' : ''}
      </Text>
      <Button variant="default" size="md" disabled={!isChanged || saving} onClick={onCancel}>
        Cancel
      </Button>
      <Button ref={saveButton} type="submit" size="md" form={formId} disabled={!savable} loading={saving}>
        Save
      </Button>
    </div>
  );
}

import { Button, Text } from '@mantine/core';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { AccountSection } from './account-section.tsx';
import { receiversQuery } from './alerts-api.ts';
import { NotificationsSection } from './notifications-section.tsx';
import classes from './settings.module.css';
import { useConfirmLeave } from './unsaved-changes.tsx';
import { useAlertForm } from './use-alert-form.ts';
import { useContactForm } from './use-contact-form.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The settings of the person and of their alerts of one account. Nothing takes effect before Save. */
export function SettingsForm({
  settings,
  office,
}: {
  settings: UserSettings;
  /** The selected account; null when the person has none of their own. */
  office: { id: string; name: string } | null;
}) {
  const formId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [awaitsCode, setAwaitsCode] = useState(false);
  const receivers = useQuery({ ...receiversQuery(office?.id ?? ''), enabled: office !== null });
  const contact = useContactForm(settings);
  const alerts = useAlertForm(office?.id ?? null, receivers.data);
  const form = useSettingsForm(contact, alerts, (withDetails) => {
    setAwaitsCode(withDetails);
    // the button that had the focus is disabled: there is nothing to save any more
    if (!withDetails) heading.current?.focus({ preventScroll: true });
  });
  useConfirmLeave(form.isChanged && !form.saving);
  return (
    <div className={classes.sections}>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      />
      <AccountSection
        settings={settings}
        contact={contact}
        formId={formId}
        heading={heading}
        awaitsCode={awaitsCode}
      />
      {office && <NotificationsSection receivers={receivers} alerts={alerts} accountName={office.name} />}
      <div className={classes.foot}>
        <Text size="sm" c="dimmed" role="status" className={classes.unsaved}>
          {form.isChanged && !form.saving ? 'Unsaved changes' : ''}
        </Text>
        <Button
          variant="default"
          size="md"
          disabled={!form.isChanged || form.saving}
          onClick={() => {
            form.reset();
            heading.current?.focus({ preventScroll: true });
          }}
        >
          Cancel
        </Button>
        <Button type="submit" size="md" form={formId} disabled={!form.savable} loading={form.saving}>
          Save
        </Button>
      </div>
    </div>
  );
}

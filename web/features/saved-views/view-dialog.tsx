import { Alert, Button, Group, NativeSelect, Switch, Text } from '@mantine/core';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { dayZones } from '@mailcall/contract/time/days.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import type { ViewMailFrequency } from '@mailcall/contract/rules/view-mails.ts';
import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import { useState } from 'react';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { type OwnSettings, useViewForm } from './use-view-form.ts';
import { ViewFieldInputs } from './view-fields.tsx';

export const ownerText = ({ isOwn, ownerName }: SavedView): string =>
  isOwn ? '' : `by ${ownerName ?? 'a former colleague'}`;

export function mailText({ mail: { frequency, weekday } }: SavedView): string {
  if (frequency === 'off') return '';
  return frequency === 'monthly' ? 'Mailed monthly' : `Mailed on ${weekdayNames[weekday] ?? ''}s`;
}

const frequencies: readonly { value: ViewMailFrequency; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'On the first of every month' },
];

export function ViewDialog({
  view,
  onClose,
  onDeleted,
}: {
  view: SavedView | null;
  onClose: () => void;
  /** Called after deletion; the element that opened the dialog is gone. */
  onDeleted?: () => void;
}) {
  return (
    <Dialog opened={view !== null} title="View settings" onClose={onClose}>
      {view && <ViewForm key={view.id} view={view} onClose={onClose} onDeleted={onDeleted ?? onClose} />}
    </Dialog>
  );
}

/** Name of a time zone; a browser with old data may not know it. */
const clockName = (timeZone: string): string =>
  dayZones('office', [timeZone])[0] === timeZone ? longZoneName(new Date(), timeZone) : timeZone;

function ViewForm({
  view,
  onClose,
  onDeleted,
}: {
  view: SavedView;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const form = useViewForm(view, { onClose, onDeleted });
  const leave = useUnsavedInput(form.isChanged && form.running === null);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const { fields, settings } = form;
  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {!view.canChange && <Text fw={600}>{view.name}</Text>}
      <Text size="sm" c="dimmed">
        {[view.description, ownerText(view)].filter(Boolean).join(' · ')}
      </Text>
      {view.canChange && (
        <ViewFieldInputs
          value={fields}
          office={view.sharedWith?.id ?? null}
          // a primary contact of the office does not take a view from its owner
          fixed={!view.isOwn}
          onChange={form.setFields}
        />
      )}
      <Switch
        label="Start page"
        description="Opens after you sign in."
        checked={settings.isStartPage}
        onChange={({ currentTarget: { checked } }) => form.setSettings({ ...settings, isStartPage: checked })}
      />
      <MailFields
        view={view}
        mail={settings.mail}
        onChange={(mail) => form.setSettings({ ...settings, mail })}
      />
      {asksToDelete && (
        <Alert color="red" variant="light" role="alert" title="Delete this view?">
          <Text size="sm">
            {view.sharedWith
              ? `It disappears for everyone at ${view.sharedWith.name}.`
              : 'This cannot be undone.'}
          </Text>
          <Group gap="sm" mt="sm">
            <Button color="red" h={44} loading={form.running === 'delete'} onClick={() => void form.remove()}>
              Delete
            </Button>
            <Button variant="default" h={44} onClick={() => setAsksToDelete(false)}>
              Keep it
            </Button>
          </Group>
        </Alert>
      )}
      {view.canChange && !asksToDelete && (
        <Button
          variant="subtle"
          color="red"
          h={44}
          w="fit-content"
          px="xs"
          onClick={() => setAsksToDelete(true)}
        >
          Delete view
        </Button>
      )}
      {/* lets Enter in a field save */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <ConfirmActions
        label="Save"
        problem={form.problem}
        isBusy={form.running === 'save'}
        autoFocus={false}
        onConfirm={() => void form.save()}
        onCancel={() => leave(onClose)}
      />
    </form>
  );
}

function MailFields({
  view,
  mail,
  onChange,
}: {
  view: SavedView;
  mail: OwnSettings['mail'];
  onChange: (mail: OwnSettings['mail']) => void;
}) {
  return (
    <>
      <NativeSelect
        label="Mail me the link"
        description={`At 8:00 am, ${clockName(view.mail.timeZone)}. A link, never the figures.`}
        data={[...frequencies]}
        value={mail.frequency}
        onChange={({ currentTarget }) =>
          onChange({ ...mail, frequency: currentTarget.value as ViewMailFrequency })
        }
      />
      {mail.frequency === 'weekly' && (
        <NativeSelect
          label="Day of the week"
          data={weekdayNames.map((label, weekday) => ({ value: String(weekday), label }))}
          value={String(mail.weekday)}
          onChange={({ currentTarget }) => onChange({ ...mail, weekday: Number(currentTarget.value) })}
        />
      )}
    </>
  );
}

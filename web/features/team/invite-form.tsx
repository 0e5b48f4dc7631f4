import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import type { OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import { invitePeople } from '@mailcall/contract/provider-people.ts';
import { maxPastedPeople, readPastedPeople } from '@mailcall/contract/rules/pasted-people.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useMemo, useState } from 'react';
import { call, CallFailed, messageOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { OfficePicker } from '../provider-offices/index.ts';
import { readPeopleAgain } from './api.ts';
import classes from './team.module.css';

interface Failure {
  text: string;
  problems: Readonly<Record<string, string>>;
}

const maxShown = 8;

export function InviteForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const client = useQueryClient();
  const [pasted, setPasted] = useState('');
  const [offices, setOffices] = useState<readonly OfficeChoice[]>([]);
  const [primary, setPrimary] = useState(false);
  const [limited, setLimited] = useState(false);
  const [attempted, setAttempted] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { people, problems } = useMemo(() => readPastedPeople(pasted), [pasted]);
  const close = useUnsavedInput(!isBusy && (pasted !== '' || offices.length > 0), ['invite']);
  const lineProblem =
    people.length + problems.length === 0
      ? 'Enter at least one person.'
      : problems.length > 0
        ? 'Correct or remove the marked lines.'
        : people.length > maxPastedPeople
          ? `Enter at most ${maxPastedPeople} people at once.`
          : undefined;
  const officeProblem = offices.length === 0 ? 'Choose an office.' : undefined;
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempted(true);
    if (lineProblem !== undefined || officeProblem !== undefined) return;
    setBusy(true);
    try {
      const { invited, sending } = await call(invitePeople, {
        body: {
          people: people.map(({ name, email, phone }) => ({ name, email, phone })),
          officeIds: offices.map(({ id }) => id),
          primary,
          limited,
        },
      });
      toast(
        sending ? 'success' : 'warning',
        sending
          ? `${counted(invited, 'person', 'people')} invited.`
          : `${counted(invited, 'person', 'people')} added. No mail server is set up, so the mails wait.`,
      );
      void readPeopleAgain(client);
      onDone();
    } catch (error) {
      setFailure({
        text: messageOf(error),
        problems: (error instanceof CallFailed && error.problems) || {},
      });
      setBusy(false);
    }
  };
  const refused = Object.entries(failure?.problems ?? {}).map(([field, reason]) => {
    const [index = '', column = ''] = field.split('.');
    const person = people[Number(index)];
    return {
      key: field,
      text: person ? `Line ${person.line}, ${person.email}: ${column} ${reason}` : reason,
    };
  });
  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label="Invite people">
      <Stack gap="md">
        <Textarea
          label="People"
          description="One on each line: name and email, and a phone number if you know it. Paste from a mail or a spreadsheet."
          placeholder={'Marta Ruiz <marta@office.example>\nNell Park, nell@office.example, (303) 555-0101'}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={100_000}
          value={pasted}
          data-autofocus
          required
          error={attempted ? lineProblem : undefined}
          onChange={({ currentTarget }) => {
            setPasted(currentTarget.value);
            setFailure(null);
          }}
        />
        <div aria-live="polite">
          {pasted !== '' && (
            <ul className={classes.lines}>
              {problems.slice(0, maxShown).map(({ line, text, reason }) => (
                <li key={`${line} ${text}`} className={classes.wrong}>
                  Line {line} {reason}
                </li>
              ))}
              {problems.length > maxShown && (
                <li className={classes.wrong}>and {counted(problems.length - maxShown, 'other line')}</li>
              )}
              {people.slice(0, maxShown).map(({ email, name, phone }) => (
                <li key={email}>
                  {name} · {email}
                  {phone !== null && ` · ${phone}`}
                </li>
              ))}
              {people.length > maxShown && <li>and {counted(people.length - maxShown, 'other')}</li>}
            </ul>
          )}
        </div>
        <OfficePicker
          label="Offices"
          required
          chosen={offices}
          onChange={(chosen) => {
            setOffices(chosen);
            setFailure(null);
          }}
          error={attempted ? officeProblem : undefined}
        />
        <Checkbox
          label="Primary contact of these offices"
          checked={primary}
          onChange={({ currentTarget }) => setPrimary(currentTarget.checked)}
        />
        <Checkbox
          label="Limited access: figures without callers"
          checked={limited}
          onChange={({ currentTarget }) => setLimited(currentTarget.checked)}
        />
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            <Text size="sm">{failure.text}</Text>
            <ul className={classes.lines}>
              {refused.map(({ key, text }) => (
                <li key={key}>{text}</li>
              ))}
            </ul>
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" className={classes.finger ?? ''} loading={isBusy}>
            {people.length > 1 ? `Invite ${counted(people.length, 'person', 'people')}` : 'Invite'}
          </Button>
          <Button variant="default" className={classes.finger ?? ''} onClick={() => close(onCancel)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

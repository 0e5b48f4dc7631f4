import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { type Choice, type Choosing, choicesQuery } from './api.ts';
import classes from './connections.module.css';

const titles: Readonly<Record<Choosing, string>> = {
  office: 'Choose the office',
  'tracking line': 'Choose the tracking line',
  mailing: 'Choose the mailing',
};

export function ChooseDialog({
  choosing,
  subject,
  problem = null,
  onChoose,
  onClose,
}: {
  choosing: Choosing;
  /** What it is chosen for, such as a number. */
  subject: string;
  problem?: string | null;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}) {
  const [search, setSearch] = useState('');
  const query = useQuery(choicesQuery(choosing, search));
  return (
    <Dialog title={titles[choosing]} onClose={onClose}>
      <TextInput
        label={`${titles[choosing]} of ${subject}`}
        description="Search by name, id or number."
        value={search}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <DialogProblem text={problem} />
      <Answer query={query} skeleton={<Text size="sm">Loading...</Text>}>
        {(choices) => (
          <Stack gap={4}>
            {choices.length === 0 && (
              <Text size="sm" c="dimmed">
                Nothing found
              </Text>
            )}
            {choices.map((choice) => (
              <Button
                key={`${choice.accountId} ${choice.id}`}
                variant="default"
                justify="flex-start"
                className={classes.choice ?? ''}
                onClick={() => onChoose(choice)}
              >
                <span>
                  {choice.name}{' '}
                  <Text span size="xs" c="dimmed">
                    {choice.detail}
                  </Text>
                </span>
              </Button>
            ))}
          </Stack>
        )}
      </Answer>
    </Dialog>
  );
}

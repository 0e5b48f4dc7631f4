import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import { addMember, changeMember, type Member } from '@mailcall/contract/provider-team.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { type MemberRole, memberRoles, teamRoleTexts } from '@mailcall/contract/rules/team-roles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { call, CallFailed, messageOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { readPeopleAgain } from './api.ts';
import { OfficePicker } from '../provider-offices/index.ts';
import classes from './team.module.css';

interface Typed {
  name: string;
  email: string;
  phone: string;
  roles: readonly MemberRole[];
  all: boolean;
  offices: readonly OfficeChoice[];
  languages: string;
}

const typedOf = (member: Member | null): Typed => ({
  name: member?.name ?? '',
  email: member?.email ?? '',
  phone: formatPhone(member?.phone ?? ''),
  roles: memberRoles.filter((role) => member?.roles.includes(role)),
  all: member?.allAccounts ?? false,
  offices: member?.offices ?? [],
  languages: member?.languages.join(', ') ?? 'en',
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const codesOf = (languages: string) =>
  languages
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
const scopeOf = ({ all, offices }: Typed) => (all ? ('all' as const) : offices.map(({ id }) => id));

/** Adds a person, or changes one. */
export function MemberForm({ member, onDone }: { member: Member | null; onDone: () => void }) {
  const client = useQueryClient();
  const [seen] = useState(() => typedOf(member));
  const [typed, setTyped] = useState(seen);
  const [attempted, setAttempted] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(seen);
  useUnsavedInput(isChanged && !isBusy, ['member']);
  const isOperator = member?.roles.includes('operator') ?? false;
  const missing = {
    name: typed.name.trim() === '' ? 'Enter a name.' : undefined,
    email: typed.email.trim() === '' ? 'Enter an email address.' : undefined,
    phone:
      seen.phone !== '' && typed.phone.trim() === ''
        ? 'A number can be replaced here, not removed.'
        : undefined,
    roles: typed.roles.length === 0 && !isOperator ? 'Choose a role.' : undefined,
    languages:
      codesOf(typed.languages).every((code) => /^[a-z]{2,3}$/.test(code)) && typed.languages.trim() !== ''
        ? undefined
        : 'Use codes of languages, such as en, es.',
    scope: !typed.all && typed.offices.length === 0 ? 'Choose an account.' : undefined,
  };
  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setProblems({});
    setFailure(null);
  };
  const store = async () => {
    const languages = codesOf(typed.languages);
    if (member === null) {
      const { name, email, phone, roles } = typed;
      const { invited, sending } = await call(addMember, {
        body: {
          name,
          email,
          phone: phone.trim() || null,
          roles: [...roles],
          scope: scopeOf(typed),
          languages,
        },
      });
      if (!invited) return `${name} is in the team.`;
      return sending
        ? `${name} was invited.`
        : `${name} was added. No mail server is set up, so the mail waits.`;
    }
    const differs = (key: keyof Typed) => JSON.stringify(typed[key]) !== JSON.stringify(seen[key]);
    await call(changeMember, {
      params: { id: member.id },
      body: {
        ...(differs('name') && { name: typed.name }),
        ...(differs('email') && { email: typed.email }),
        ...(differs('phone') && { phone: typed.phone }),
        ...(differs('roles') && { roles: [...typed.roles] }),
        ...((differs('all') || differs('offices')) && { scope: scopeOf(typed) }),
        ...(differs('languages') && { languages }),
      },
    });
    return 'Saved.';
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempted(true);
    if (Object.values(missing).some((problem) => problem !== undefined)) return;
    setBusy(true);
    try {
      toast('success', await store());
      await readPeopleAgain(client);
      onDone();
    } catch (error) {
      setProblems((error instanceof CallFailed && error.problems) || {});
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  const errorOf = (field: keyof typeof missing) =>
    problems[field] ?? (attempted ? missing[field] : undefined);
  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label="Member of the team">
      <Stack gap="sm">
        <TextInput
          label="Name"
          maxLength={200}
          required
          value={typed.name}
          error={errorOf('name')}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TextInput
          label="Email"
          type="email"
          maxLength={254}
          required
          value={typed.email}
          error={errorOf('email')}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
        <TextInput
          label="Phone"
          type="tel"
          maxLength={40}
          value={typed.phone}
          error={errorOf('phone')}
          onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
        />
        <Checkbox.Group
          label="Roles"
          description={isOperator ? 'Also operator, which the command line gives and takes.' : undefined}
          value={[...typed.roles]}
          error={errorOf('roles')}
          onChange={(roles) => change({ roles: memberRoles.filter((role) => roles.includes(role)) })}
        >
          <Stack gap={4} mt={4}>
            {memberRoles.map((role) => (
              <Checkbox key={role} value={role} label={capital(teamRoleTexts[role])} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox
          label="Works for all accounts"
          checked={typed.all}
          onChange={({ currentTarget }) => change({ all: currentTarget.checked })}
        />
        {!typed.all && (
          <OfficePicker
            label="Accounts, with their sub-accounts"
            chosen={typed.offices}
            error={errorOf('scope')}
            onChange={(offices) => change({ offices })}
          />
        )}
        <TextInput
          label="Languages"
          description="Codes such as en, es"
          maxLength={100}
          value={typed.languages}
          error={errorOf('languages')}
          onChange={({ currentTarget }) => change({ languages: currentTarget.value })}
        />
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" className={classes.finger ?? ''} loading={isBusy} disabled={!isChanged}>
            {member === null ? 'Invite' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

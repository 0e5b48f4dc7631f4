import { Alert, Button, Group, Text } from '@mantine/core';
import { listContacts } from '@mailcall/contract/accounts.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call as request } from '../../platform/api.ts';
import { Failed } from '../../ui/answer.tsx';
import { StickyActions } from '../../ui/sticky-actions.tsx';
import { Section } from './detail-parts.tsx';
import { HandlerField, ResultFields, SummaryField } from './resolution-fields.tsx';
import {
  isTyped,
  type PrefilledResolution,
  type ResolutionInput,
  type ResolutionTarget,
} from './resolution-input.ts';
import classes from './resolve-form.module.css';
import { TemporaryAppointments } from './temporary-appointments.tsx';
import { useFocusWhenResolvedElsewhere, usePrefilled, useResolution } from './use-resolution.ts';

const staffQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', 'staff', accountId],
    queryFn: async ({ signal }) => {
      const query = { accountIds: [accountId], kind: 'staff' as const };
      const { records } = await request(listContacts, { query }, { signal });
      return records.filter((member) => member.accountId === accountId);
    },
  });

export const useStaff = (accountId: string): UseQueryResult<readonly { id: string; name: string }[]> =>
  useQuery(staffQuery(accountId));

/** Returns parts, not an element: the surrounding element keeps the actions in view. */
export function ResolveForm({
  target,
  wording,
  prefilled = {},
  onResolved,
}: {
  target: ResolutionTarget;
  wording: Wording;
  prefilled?: PrefilledResolution;
  onResolved: () => void;
}) {
  const { input, form, element, appointment, waits, change, problem, onSubmit, discard } = useResolution(
    target,
    onResolved,
  );
  const staff = useStaff(target.accountId);
  usePrefilled(target, prefilled, staff);
  const id = `resolve-${target.id}`;
  const disabled = input.saving || !waits;
  return (
    <>
      <form ref={element} id={id} onSubmit={onSubmit} noValidate className={classes.form}>
        {staff.isError ? <Failed error={staff.error} onRetry={() => void staff.refetch()} /> : null}
        <HandlerField form={form} disabled={disabled} staff={staff} />
        <ResultFields form={form} disabled={disabled} wording={wording} />
        <SummaryField form={form} disabled={input.saving} readOnly={!waits} />
      </form>
      {waits || input.appointments.length > 0 ? (
        <Section title="Appointments">
          <TemporaryAppointments
            input={input}
            wording={wording}
            timeZone={target.timeZone}
            callerName={target.callerName}
            readOnly={!waits}
            handle={appointment}
            onChange={change}
          />
        </Section>
      ) : null}
      <StickyActions>
        {problem === null ? null : (
          // the first missing field is scrolled into view instead
          <Problem text={problem} scrollsIntoView={false} />
        )}
        {input.failure === null ? null : (
          <Problem title={messages.resolveFailed} text={input.failure} scrollsIntoView />
        )}
        <ResolveActions formId={id} input={input} waits={waits} onDiscard={discard} />
      </StickyActions>
    </>
  );
}

function Problem({
  title,
  text,
  scrollsIntoView,
}: {
  title?: string;
  text: string;
  scrollsIntoView: boolean;
}) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // newer browsers return a promise, which is no clean-up function
    if (scrollsIntoView) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [scrollsIntoView]);
  return (
    <Alert
      ref={alert}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      {...(title === undefined ? {} : { title })}
    >
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

function ResolveActions({
  formId,
  input,
  waits,
  onDiscard,
}: {
  formId: string;
  input: ResolutionInput;
  waits: boolean;
  onDiscard: () => void;
}) {
  const discardButton = useFocusWhenResolvedElsewhere(waits);
  const books = input.appointments.length > 0 || input.form !== null;
  return (
    <Group gap="sm" className={classes.actions}>
      {waits ? (
        <Button
          type="submit"
          form={formId}
          // a disabled button would lose the focus
          aria-disabled={input.saving}
          data-saving={input.saving || undefined}
          className={classes.resolve}
        >
          {input.saving ? 'Saving...' : books ? 'Book and Resolve' : 'Resolve'}
        </Button>
      ) : null}
      {isTyped(input) && !input.saving ? (
        <Button ref={discardButton} variant="default" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
    </Group>
  );
}

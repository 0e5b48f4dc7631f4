import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { listContacts } from '@mailcall/contract/accounts.ts';
import type { Call } from '@mailcall/contract/calls.ts';
import { callbackResults, maxCallbackSummaryLength, opportunityResults } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call as ask } from '../../platform/api.ts';
import { Failed } from '../../ui/answer.tsx';
import { isUntouched } from './appointment-input.ts';
import { Section } from './detail-parts.tsx';
import classes from './resolve-form.module.css';
import {
  isTyped,
  missingFields,
  type RequiredField,
  type ResolutionInput,
  resolutionInputs,
  sendResolution,
  typeResolution,
} from './resolution-input.ts';
import { TemporaryAppointments } from './temporary-appointments.tsx';
import { waitsForCallback } from './waiting-call.ts';

/** The staff of a call's own office, who may have called back. */
const staffQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', 'staff', accountId],
    queryFn: async ({ signal }) => {
      const query = { accountIds: [accountId], kind: 'staff' as const };
      const { records } = await ask(listContacts, { query }, { signal });
      return records.filter((member) => member.accountId === accountId);
    },
  });

const unfinishedAppointment = 'Save the appointment, or cancel it, before resolving the call.';

/** Who called back, with which result, and the appointments made on the way; all are sent together. */
export function ResolveForm({
  call,
  wording,
  onResolved,
}: {
  call: Call;
  wording: Wording;
  onResolved: () => void;
}) {
  const input = resolutionInputs.useValue(call.id);
  const staff = useQuery(staffQuery(call.accountId));
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const [unfinished, setUnfinished] = useState(false);
  const missing = tried ? missingFields(input) : [];
  const type = (patch: Partial<ResolutionInput>) => {
    setUnfinished(false);
    typeResolution(call.id, patch);
  };
  const waits = waitsForCallback(call);
  const discardButton = useRef<HTMLButtonElement>(null);
  const waited = useRef(waits);
  useEffect(() => {
    // somebody else was first: the button that was pressed is gone
    if (waited.current && !waits) discardButton.current?.focus({ preventScroll: true });
    waited.current = waits;
  }, [waits]);
  const goTo = (name: RequiredField) => {
    const field = form.current?.querySelector<HTMLElement>(`[name="${name}"]`);
    field?.focus({ preventScroll: true });
    // with its label, and clear of a phone's keyboard
    field?.scrollIntoView({ block: 'center' });
  };

  const resolve = (event: FormEvent) => {
    event.preventDefault();
    if (input.saving || !waits) return;
    setTried(true);
    const [first] = missingFields(input);
    const open = input.form !== null && !isUntouched(input.form.values);
    setUnfinished(first === undefined && open);
    if (first !== undefined) goTo(first);
    else if (!open) void sendResolution(call).then((done) => done && onResolved());
  };
  const discard = () => {
    resolutionInputs.remove(call.id);
    setTried(false);
    setUnfinished(false);
    // the button goes with what was typed
    form.current?.querySelector<HTMLElement>('[name]')?.focus();
  };
  const choice = (name: RequiredField) => ({
    name,
    required: true,
    error: missing.includes(name),
    disabled: input.saving || !waits,
  });
  const problem = missing.length > 0 ? messages.resolveIncomplete : unfinished ? unfinishedAppointment : null;

  return (
    <Stack gap="lg">
      <form ref={form} id={`resolve-${call.id}`} onSubmit={resolve} noValidate className={classes.form}>
        {staff.isError ? <Failed error={staff.error} onRetry={() => void staff.refetch()} /> : null}
        <NativeSelect
          {...choice('handler')}
          label="Callback handler"
          value={input.handler}
          onChange={({ currentTarget: { value } }) => type({ handler: value })}
        >
          <option value="">{staff.isPending ? messages.loading : 'Choose who called back'}</option>
          {staff.data?.length === 0 ? (
            <option value="" disabled>
              {messages.notAvailable}
            </option>
          ) : null}
          {staff.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          {...choice('result')}
          label="Callback result"
          value={input.result}
          onChange={({ currentTarget: { value } }) => type({ result: value as ResolutionInput['result'] })}
        >
          <option value="">Choose what came of it</option>
          {callbackResults.map((result) => (
            <option key={result} value={result}>
              {result}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          {...choice('opportunity')}
          label="Opportunity result"
          value={input.opportunity}
          onChange={({ currentTarget: { value } }) =>
            type({ opportunity: value as ResolutionInput['opportunity'] })
          }
        >
          <option value="">Choose what the caller is</option>
          {opportunityResults.map((result) => (
            <option key={result} value={result}>
              {labelText(result, wording)}
            </option>
          ))}
        </NativeSelect>
        <Textarea
          {...choice('summary')}
          // what is typed can still be copied
          disabled={input.saving}
          readOnly={!waits}
          label="Summary"
          rows={4}
          maxLength={maxCallbackSummaryLength}
          description={`${input.summary.length} of ${maxCallbackSummaryLength} characters`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={input.summary}
          onChange={({ currentTarget: { value } }) => type({ summary: value })}
        />
      </form>
      {waits || input.appointments.length > 0 ? (
        <Section title="Appointments">
          <TemporaryAppointments
            input={input}
            wording={wording}
            timeZone={call.timeZone}
            fixed={!waits}
            onChange={type}
          />
        </Section>
      ) : null}
      <Stack gap="sm">
        {problem === null ? null : (
          // with fields missing, the first of them is in view instead
          <Problem key={problem} comes={unfinished}>
            <Text size="sm">{problem}</Text>
          </Problem>
        )}
        {input.failure === null ? null : (
          <Problem title={messages.resolveFailed} comes>
            <Text size="sm">{input.failure}</Text>
          </Problem>
        )}
        <Group gap="sm" className={classes.actions}>
          {waits ? (
            <Button
              type="submit"
              form={`resolve-${call.id}`}
              // not disabled while saving: that would take the focus from who pressed it
              aria-disabled={input.saving}
              data-saving={input.saving || undefined}
              className={classes.resolve}
            >
              {input.saving ? 'Saving...' : 'Resolve'}
            </Button>
          ) : null}
          {isTyped(input) && !input.saving ? (
            <Button ref={discardButton} variant="default" onClick={discard}>
              Discard
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Stack>
  );
}

/** Why the call is not resolved; with `comes` it comes into view when it appears. */
function Problem({ title, comes, children }: { title?: string; comes: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // newer browsers answer it with a promise, which is no clean-up
    if (comes) place.current?.scrollIntoView({ block: 'nearest' });
  }, [comes]);
  return (
    <Alert
      ref={place}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      {...(title === undefined ? {} : { title })}
    >
      {children}
    </Alert>
  );
}

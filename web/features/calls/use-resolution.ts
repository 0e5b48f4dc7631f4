import type { UseFormReturnType } from '@mantine/form';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AppointmentHandle } from './appointment-form.tsx';
import {
  changeResolution,
  forgetPrefilled,
  missingFields,
  type PrefilledResolution,
  prefillResolution,
  type RequiredField,
  requiredFields,
  type ResolutionInput,
  resolutionInputs,
  type ResolutionTarget,
  sendResolution,
} from './resolution-input.ts';
import { suggestedHandler } from './suggested-handler.ts';
import { useStoredForm } from './use-stored-form.ts';

export type ResolutionForm = UseFormReturnType<Pick<ResolutionInput, RequiredField>>;

export function useResolution(target: ResolutionTarget, onResolved: () => void) {
  const { id, waits } = target;
  const input = resolutionInputs.useValue(id);
  const element = useRef<HTMLFormElement>(null);
  const appointment = useRef<AppointmentHandle>(null);
  const [attempted, setAttempted] = useState(false);
  const { handler, result, opportunity, summary } = input;
  const form: ResolutionForm = useStoredForm({
    stored: { handler, result, opportunity, summary },
    onStore: (values) => change(values),
    validate: missingFields,
    validateInputOnChange: attempted,
  });
  const change = (patch: Partial<ResolutionInput>) => changeResolution(id, patch);
  const send = () => void sendResolution(target).then((resolved) => resolved && onResolved());
  const saveAndSend = () => (appointment.current ? appointment.current.save(send) : send());
  const submit = form.onSubmit(saveAndSend, (errors) => {
    appointment.current?.check();
    const first = requiredFields.find((field) => errors[field] !== undefined);
    if (first !== undefined) goToField(element, first);
  });
  const isMissing = requiredFields.some((field) => form.errors[field] !== undefined);
  return {
    input,
    form,
    element,
    appointment,
    waits,
    change,
    problem: isMissing ? messages.resolveIncomplete : null,
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (input.saving || !waits) return;
      setAttempted(true);
      submit(event);
    },
    discard: () => {
      resolutionInputs.remove(id);
      setAttempted(false);
      form.clearErrors();
      // the button disappears with the draft
      element.current?.querySelector<HTMLElement>('[name]')?.focus();
    },
  };
}

/** Fills in known values once `staff` is loaded, unless something was typed; removes them if nothing was. */
export function usePrefilled(
  { id, accountId }: ResolutionTarget,
  known: PrefilledResolution,
  staff: UseQueryResult<readonly { id: string; name: string }[]>,
): void {
  const prefilled = useEffectEvent(() => ({
    handler: suggestedHandler(accountId, staff.data ?? []),
    ...known,
  }));
  const isReady = !staff.isPending;
  useEffect(() => {
    if (!isReady) return undefined;
    const filled = prefilled();
    prefillResolution(id, filled);
    return () => forgetPrefilled(id, filled);
  }, [id, isReady]);
}

/** Moves to a field with its label, above a phone's keyboard. */
function goToField(form: RefObject<HTMLFormElement | null>, name: RequiredField): void {
  const field = form.current?.querySelector<HTMLElement>(`[name="${name}"]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** Ref of Discard, which gets the focus when a colleague's resolve removes the Resolve button. */
export function useFocusWhenResolvedElsewhere(waits: boolean): RefObject<HTMLButtonElement | null> {
  const discardButton = useRef<HTMLButtonElement>(null);
  const waited = useRef(waits);
  useEffect(() => {
    if (waited.current && !waits) discardButton.current?.focus({ preventScroll: true });
    waited.current = waits;
  }, [waits]);
  return discardButton;
}

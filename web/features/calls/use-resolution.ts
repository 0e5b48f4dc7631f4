import type { UseFormReturnType } from '@mantine/form';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { isUntouched } from './appointment-input.ts';
import {
  changeResolution,
  missingFields,
  type RequiredField,
  requiredFields,
  type ResolutionInput,
  resolutionInputs,
  type ResolutionTarget,
  sendResolution,
} from './resolution-input.ts';
import { useStoredForm } from './use-stored-form.ts';

export type ResolutionForm = UseFormReturnType<Pick<ResolutionInput, RequiredField>>;

const unfinishedAppointment = 'unfinishedAppointment';

const unfinishedText = 'Save the appointment, or cancel it, before resolving the call.';

export function useResolution(target: ResolutionTarget, onResolved: () => void) {
  const { id, waits } = target;
  const input = resolutionInputs.useValue(id);
  const element = useRef<HTMLFormElement>(null);
  const [attempted, setAttempted] = useState(false);
  const { handler, result, opportunity, summary } = input;
  const form: ResolutionForm = useStoredForm({
    stored: { handler, result, opportunity, summary },
    onStore: (values) => change(values),
    validate: (values) => Object.fromEntries(missingFields(values).map((field) => [field, true])),
    validateInputOnChange: attempted,
  });
  const change = (patch: Partial<ResolutionInput>) => {
    form.clearFieldError(unfinishedAppointment);
    changeResolution(id, patch);
  };
  const send = () => {
    const { form: appointment } = input;
    if (appointment !== null && !isUntouched(appointment.values))
      return form.setFieldError(unfinishedAppointment, unfinishedText);
    void sendResolution(target).then((resolved) => resolved && onResolved());
  };
  const submit = form.onSubmit(send, (errors) => {
    const first = requiredFields.find((field) => errors[field] !== undefined);
    if (first !== undefined) goToField(element, first);
  });
  const isMissing = requiredFields.some((field) => form.errors[field] !== undefined);
  const isUnfinished = !isMissing && form.errors[unfinishedAppointment] !== undefined;
  return {
    input,
    form,
    element,
    waits,
    change,
    problem: isMissing ? messages.resolveIncomplete : isUnfinished ? unfinishedText : null,
    isUnfinished,
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

import { NativeSelect, Textarea } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { callbackResults, maxCallbackSummaryLength, opportunityResults } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { RequiredField } from './resolution-input.ts';
import type { ResolutionForm } from './use-resolution.ts';

const fieldProps = (form: ResolutionForm, name: RequiredField, disabled: boolean) => ({
  ...form.getInputProps(name),
  name,
  required: true,
  disabled,
});

export function HandlerField({
  form,
  disabled,
  staff,
}: {
  form: ResolutionForm;
  disabled: boolean;
  staff: UseQueryResult<readonly { id: string; name: string }[]>;
}) {
  return (
    <NativeSelect {...fieldProps(form, 'handler', disabled)} label="Callback handler">
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
  );
}

export function ResultFields({
  form,
  disabled,
  wording,
}: {
  form: ResolutionForm;
  disabled: boolean;
  wording: Wording;
}) {
  return (
    <>
      <NativeSelect {...fieldProps(form, 'result', disabled)} label="Callback result">
        <option value="">Choose the result</option>
        {callbackResults.map((result) => (
          <option key={result} value={result}>
            {result}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect {...fieldProps(form, 'opportunity', disabled)} label="Opportunity result">
        <option value="">Type of caller</option>
        {opportunityResults.map((result) => (
          <option key={result} value={result}>
            {labelText(result, wording)}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}

export function SummaryField({
  form,
  disabled,
  readOnly,
}: {
  form: ResolutionForm;
  disabled: boolean;
  readOnly: boolean;
}) {
  return (
    <Textarea
      {...fieldProps(form, 'summary', disabled)}
      readOnly={readOnly}
      label="Summary"
      rows={4}
      maxLength={maxCallbackSummaryLength}
      description={`${form.values.summary.length} of ${maxCallbackSummaryLength} characters`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

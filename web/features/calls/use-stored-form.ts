import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useLayoutEffect, useRef } from 'react';

/** A form over a draft stored elsewhere: `onStore` gets each change at once, and external changes are shown. */
export function useStoredForm<Values extends object>({
  stored,
  onStore,
  ...options
}: Omit<UseFormInput<Values>, 'initialValues' | 'onValuesChange'> & {
  stored: Values;
  onStore: (values: Values) => void;
}): UseFormReturnType<Values> {
  const latest = useRef(stored);
  const form = useForm<Values>({
    ...options,
    initialValues: stored,
    onValuesChange: (values) => {
      if (!isSame(values, latest.current)) onStore(values);
    },
  });
  useLayoutEffect(() => {
    latest.current = stored;
    if (!isSame(form.getValues(), stored)) form.setValues(stored);
  });
  return form;
}

const isSame = <Values extends object>(one: Values, other: Values) =>
  Object.entries(one).every(([name, value]) => Object.is(value, other[name as keyof Values]));

import { z } from 'zod';
import { thousands } from '../rules/rates.ts';

const wrongType = 'This value has the wrong type for this field.';
const required = 'This field is required.';

const maxListedOptions = 20;

const messageByType: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Use true or false.',
  array: 'Send a list.',
  object: 'Send an object with named fields.',
  record: 'Send an object with named fields.',
};

const messageByFormat: Readonly<Record<string, string>> = {
  email: 'Enter an email address.',
  uuid: 'Use a UUID.',
  url: 'Enter a web address.',
  datetime: 'Use a date and time as 2026-01-31T15:00:00Z.',
  date: 'Use a date as YYYY-MM-DD.',
};

const useOneOf = (values: readonly z.core.util.Primitive[]): string => {
  if (values.length > maxListedOptions) return 'Use one of the values that this field takes.';
  return values.length === 1 ? `Use ${String(values[0])}.` : `Use one of ${values.map(String).join(', ')}.`;
};

const unitOf = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' values' : '';

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const unit = unitOf(origin);
  if (unit !== '' && Number(minimum) === 1) return required;
  return `Use ${inclusive === false ? 'more than' : 'at least'} ${thousands(Number(minimum))}${unit}.`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  return `Use ${inclusive === false ? 'less than' : 'at most'} ${thousands(Number(maximum))}${unitOf(origin)}.`;
}

function messageOf(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing && issue.path?.length) return required;
      return messageByType[issue.expected] ?? wrongType;
    case 'invalid_value':
      return isMissing ? required : useOneOf(issue.values);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return messageByFormat[issue.format] ?? 'This text does not have the format of this field.';
    case 'not_multiple_of':
      return `Use a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return 'This field is not known here.';
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
      return isMissing ? required : wrongType;
  }
}

export function configureFieldMessages(): void {
  z.config({ customError: messageOf });
}

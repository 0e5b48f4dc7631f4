/** The key of a recording that is no longer kept begins with this. */
export const removedPrefix = 'removed/';

/** Replacement for a text that is no longer kept. */
export const removedText = 'No longer kept';

/** SQL of the digits that identify a number: all of them, ten for North America; null if they are too few. */
export const comparableNumber = (number: string): string => {
  const digits = `regexp_replace(${number}, '\\D', '', 'g')`;
  return `case when length(${digits}) = 10 then '1' || ${digits} when length(${digits}) between 11 and 15 then ${digits} end`;
};

/** SQL of the hash by which an erased person is remembered. */
export const erasedHash = (kind: 'phone' | 'email', value: string): string =>
  `sha256(convert_to((select salt from erasure_salt) || ':' || ${kind === 'phone' ? comparableNumber(value) : `lower(trim(${value}))`}, 'UTF8'))`;

/** SQL condition: the number or address belongs to a person whose data was erased, after that instant if one is given. */
export const isErased = (kind: 'phone' | 'email', value: string, before?: string): string =>
  `${value} is not null and exists (select 1 from erased_persons where kind = '${kind}' and hash = ${erasedHash(kind, value)}${before ? ` and erased_at > ${before}` : ''})`;

/** The name of a contact whose data was erased. */
export const erasedName = 'Erased person';

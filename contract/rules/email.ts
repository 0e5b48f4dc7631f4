import * as z from 'zod/mini';

/** The most characters in an email address. */
export const maxEmailLength = 254;

const emailSchema = z.email().check(z.maxLength(maxEmailLength));

/** Whether a text is a valid email address. */
export const isEmail = (text: string): boolean => emailSchema.safeParse(text).success;

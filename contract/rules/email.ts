import { z } from 'zod';

/** The most characters in an email address. */
export const maxEmailLength = 254;

const emailSchema = z.email().max(maxEmailLength);

/** Whether a text is a valid email address. */
export const isEmail = (text: string): boolean => emailSchema.safeParse(text).success;

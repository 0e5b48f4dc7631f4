const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether people would take two names of patient lists for the same one: without regard to case and extra blanks. */
export const isSameListName = (one: string, other: string): boolean => comparable(one) === comparable(other);

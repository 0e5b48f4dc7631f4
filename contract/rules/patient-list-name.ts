const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether list names are equal except for case and extra blanks. */
export const isSameListName = (one: string, other: string): boolean => comparable(one) === comparable(other);

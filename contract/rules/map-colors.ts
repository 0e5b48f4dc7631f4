/** Colour of an area or a zone that nobody has given one. */
export const defaultAreaColor = '#000000';
/** Colour of an office that nobody has given one: a blue. */
export const defaultOfficeColor = '#1f6feb';

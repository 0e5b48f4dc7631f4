/** Colour of an area or a zone that nobody has given one (spec 3 §9). */
export const defaultAreaColor = '#000000';
/** Colour of an office that nobody has given one: a blue (spec 3 §9). */
export const defaultOfficeColor = '#1f6feb';

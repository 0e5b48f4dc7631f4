/** Default color of an area or a zone. */
export const defaultAreaColor = '#000000';
/** Default color of an office: blue. */
export const defaultOfficeColor = '#1f6feb';

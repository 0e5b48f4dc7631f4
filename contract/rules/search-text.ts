const notSearched = /[^\p{L}\p{M}\p{N}]/gu;
const notSearchedInWords = /[^\p{L}\p{M}\p{N} ]/gu;

/**
 * What is looked for when this is typed (spec 2 §5): with a digit in it only letters and digits stay, so that a phone
 * number is found however it is written; otherwise letters, digits and single spaces stay. Empty: nothing is looked for.
 */
export function searchedText(typed: string): string {
  const text = typed.normalize('NFC');
  if (/\p{N}/u.test(text)) return text.replace(notSearched, '');
  return text.replace(notSearchedInWords, '').replace(/ +/g, ' ').trim();
}

/**
 * The letters and digits by which texts are found, one after the other. A text matches when it holds them in this
 * order, whatever their case, with nothing but spaces and punctuation between: "OBrien" finds O'Brien.
 */
export function searchedCharacters(typed: string): string[] {
  return Array.from(typed.normalize('NFC').replace(notSearched, ''));
}

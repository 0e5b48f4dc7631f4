/** XPath expressions of visible elements, by the names that assistive technology gives them. */

const quoted = (text: string) => `"${text}"`;
const named = (text: string) => `(@aria-label=${quoted(text)} or normalize-space(.)=${quoted(text)})`;

export const control = (name: string): string =>
  `//*[self::button or self::a or @role='button' or @role='tab'][${named(name)}]`;

export const controlBeginning = (words: string): string =>
  `//*[self::button or self::a][starts-with(@aria-label,${quoted(words)}) or starts-with(normalize-space(.),${quoted(words)})]`;

export const field = (label: string): string =>
  `//input[@id=//label[starts-with(normalize-space(.),${quoted(label)})]/@for]`;

export const inDialog = (xpath: string): string => `(//*[@role='dialog'])[last()]${xpath}`;

export const callWithRecording = "//tr[.//button[contains(@aria-label,'Play recording')]]//a";

/** The card of a mailing that asks for nothing and has this text: the link that opens it. */
export const mailingWith = (text: string): string =>
  `//article[contains(.,${quoted(text)})]//a[starts-with(normalize-space(.),'View')]`;

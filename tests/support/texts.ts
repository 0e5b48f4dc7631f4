import { parseSync } from 'oxc-parser';

export interface ScreenText {
  readonly line: number;
  readonly text: string;
}

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

/** Explanations behind an info button, and styles. */
const unread = new Set(['about', 'className']);

const nameOf = (part: unknown): string | undefined =>
  isSyntax(part)
    ? ((part['name'] as string | undefined) ?? (part['value'] as string | undefined))
    : undefined;

const isUnread = (syntax: Syntax): boolean =>
  syntax.type === 'ImportDeclaration' ||
  (syntax.type.startsWith('TS') && !('expression' in syntax)) ||
  (isSyntax(syntax['callee']) && nameOf(syntax['callee']['object']) === 'console') ||
  [syntax['id'], syntax['key'], syntax.type === 'JSXAttribute' ? syntax['name'] : undefined]
    .map(nameOf)
    .some((name) => name !== undefined && unread.has(name));

/** Texts of a source file: what JSX shows in one piece, and the strings. An inserted value is `…`. */
export function textsOf(path: string, source: string): ScreenText[] {
  const texts: ScreenText[] = [];
  const add = ({ start }: Syntax, text: string) => {
    const line = source.slice(0, start).split('\n').length;
    texts.push({ line, text: text.replaceAll(/\s+/g, ' ').trim() });
  };
  const children = (parts: readonly Syntax[]) => {
    let run = '';
    for (const part of parts) {
      if (part.type === 'JSXText') run += part['value'] as string;
      else if (part.type === 'JSXExpressionContainer') {
        const inner = part['expression'] as Syntax;
        run += inner.type === 'Literal' ? String(inner['value']) : '…';
      } else {
        add(part, run);
        run = '';
      }
    }
    if (parts[0]) add(parts[0], run);
  };
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (!isSyntax(part) || isUnread(part)) return;
    if (part.type === 'JSXElement' || part.type === 'JSXFragment') children(part['children'] as Syntax[]);
    if (part.type === 'Literal' && typeof part['value'] === 'string') add(part, part['value']);
    if (part.type === 'TemplateLiteral') {
      const quasis = part['quasis'] as { value: { cooked: string } }[];
      add(part, quasis.map(({ value }) => value.cooked).join('…'));
    }
    Object.values(part).forEach(visit);
  };
  visit(parseSync(path, source).program.body);
  return texts.filter(({ text }) => /\p{L}/u.test(text));
}

import type { Provider } from '../provider.ts';

export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  links?: readonly { label: string; url: string }[];
  button?: { label: string; url: string };
  code?: string;
  closing?: string;
  /** Why the person gets the mail, with the URL that stops it. */
  unsubscribe?: { reason: string; label: string; url: string };
}

export interface FinishedMail {
  subject: string;
  text: string;
  html: string;
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** Whose mail it is, and the address with which its links begin. */
export interface MailBrand {
  provider: Pick<Provider, 'name' | 'logo' | 'colors' | 'supportAddress'>;
  publicUrl: string;
}

export const logoUrl = ({ provider: { logo }, publicUrl }: MailBrand): string | null =>
  logo?.startsWith('/') ? publicUrl + logo : logo;

export const supportSentence = (provider: MailBrand['provider']) =>
  `Questions? Write to ${provider.supportAddress}.`;

/** The HTML loads nothing but a logo. */
export function layOut(brand: MailBrand, content: MailContent): { text: string; html: string } {
  const { provider } = brand;
  const logo = logoUrl(brand);
  const { paragraphs, links = [], button, code, closing, unsubscribe } = content;
  const help = supportSentence(provider);
  const text = [
    ...paragraphs,
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(code ? [`Your code: ${code}`] : []),
    ...(closing ? [closing] : []),
    ...(unsubscribe ? [`${unsubscribe.reason} ${unsubscribe.label}:\n${unsubscribe.url}`] : []),
    `${help}\n${provider.name}`,
  ].join('\n\n');
  const ink = 'color:#1c1a22;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif';
  const quiet = 'color:#6b6775;font-size:13px;margin:24px 0 0';
  const listed = ({ label, url }: { label: string; url: string }) =>
    `<li style="margin:0 0 8px"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a></li>`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(content.subject)}</title></head>`,
    `<body style="margin:0;background:#f6f5f8;${ink}"><div style="max-width:520px;margin:0 auto;padding:32px 20px">`,
    logo === null
      ? ''
      : `<img src="${escapeHtml(logo)}" alt="" height="36" style="display:block;height:36px;max-width:180px;margin:0 0 8px">`,
    `<p style="font-weight:700;font-size:18px;margin:0 0 16px">${escapeHtml(provider.name)}</p>`,
    '<div style="background:#fff;border:1px solid #e5e2ea;border-radius:12px;padding:28px">',
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    links.length > 0
      ? `<ul style="margin:0 0 16px;padding:0 0 0 20px">${links.map(listed).join('')}</ul>`
      : '',
    button
      ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:${provider.colors.primary};color:#fff;text-decoration:none;padding:12px 20px;border-radius:8px;display:inline-block;font-weight:600">${escapeHtml(button.label)}</a></p>`
      : '',
    code
      ? `<p style="margin:0 0 4px">Your code:</p><p style="font:700 30px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;margin:0 0 16px"><code>${escapeHtml(code)}</code></p>`
      : '',
    closing ? `<p style="${quiet}">${escapeHtml(closing)}</p>` : '',
    `</div><p style="${quiet}">${escapeHtml(help)}</p>`,
    unsubscribe
      ? `<p style="${quiet}">${escapeHtml(unsubscribe.reason)} <a href="${escapeHtml(unsubscribe.url)}" style="color:inherit">${escapeHtml(unsubscribe.label)}</a></p>`
      : '',
    '</div></body></html>',
  ].join('');
  return { text, html };
}

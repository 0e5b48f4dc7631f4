import { loadedProvider } from '../platform/config.ts';

export function BrandMark({
  size = 28,
  logo = loadedProvider()?.logo ?? null,
}: {
  size?: number;
  logo?: string | null;
}) {
  if (logo) return <img src={logo} alt="" height={size} style={{ display: 'block', maxWidth: size * 4 }} />;
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-magenta-7)" />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <rect x="6" y="9" width="20" height="14" rx="3" />
        <path d="M7 11.5 16 18l9-6.5" />
      </g>
    </svg>
  );
}

export const brandName = (): string => loadedProvider()?.name ?? 'Mailcall';

import { Title, type TitleProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { brandName } from './brand.tsx';

/** The titles of what is open, innermost last: closing a drawer brings the page's own back. */
const open: { title: string }[] = [];
const show = () => {
  const innermost = open.at(-1);
  document.title = innermost ? `${innermost.title} · ${brandName()}` : brandName();
};

/** Names the browser's tab and history entry while the component is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const entry = { title };
    open.push(entry);
    show();
    return () => {
      open.splice(open.indexOf(entry), 1);
      show();
    };
  }, [title]);
}

let anyPageShown = false;

/**
 * The one h1 of a page. It names the browser's tab and, when a person came from another page, takes the focus so
 * that a screen reader says where they are.
 */
export function PageHeading({ title, children, ...props }: Omit<TitleProps, 'order'> & { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    const firstOfVisit = !anyPageShown;
    anyPageShown = true;
    const elsewhere = document.activeElement?.closest('[role="dialog"], input, textarea');
    if (!firstOfVisit && !elsewhere) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title order={1} size="h2" tabIndex={-1} ref={heading} style={{ outline: 'none' }} {...props}>
      {children ?? title}
    </Title>
  );
}

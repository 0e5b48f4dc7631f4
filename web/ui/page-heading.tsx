import { Title, type TitleProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { endFirstPaint } from '../platform/first-paint.ts';
import { brandName } from './brand.tsx';

/** Titles of open parts, innermost last; closing a drawer restores the page's title. */
const open: { title: string }[] = [];
const updateDocumentTitle = () => {
  const innermost = open.at(-1);
  document.title = innermost ? `${innermost.title} · ${brandName()}` : brandName();
};

export function usePageTitle(title: string): void {
  useEffect(() => {
    const entry = { title };
    open.push(entry);
    updateDocumentTitle();
    return () => {
      open.splice(open.indexOf(entry), 1);
      updateDocumentTitle();
    };
  }, [title]);
}

let hasShownPage = false;

/** The only h1. Takes the focus after navigation, so that screen readers read the new title. */
export function PageHeading({ title, children, ...props }: Omit<TitleProps, 'order'> & { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(endFirstPaint, []);
  usePageTitle(title);
  useEffect(() => {
    const firstOfVisit = !hasShownPage;
    hasShownPage = true;
    const focusedElement = document.activeElement?.closest('[role="dialog"], input, textarea');
    if (!firstOfVisit && !focusedElement) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title order={1} size="h2" tabIndex={-1} ref={heading} style={{ outline: 'none' }} {...props}>
      {children ?? title}
    </Title>
  );
}

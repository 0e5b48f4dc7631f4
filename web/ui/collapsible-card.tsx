import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './collapsible-card.module.css';
import { type Counted, HowCounted } from './how-counted.tsx';
import { PlainButton } from './plain-button.tsx';

export function CollapsibleCard({
  title,
  about,
  counted,
  summary,
  collapsible,
  mountsWhenOpened = false,
  children,
}: {
  title: string;
  about: ReactNode;
  counted?: readonly Counted[] | undefined;
  summary: string | null;
  collapsible: boolean;
  /** Mounts the content only when opened, because it must measure itself. */
  mountsWhenOpened?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const info = <HowCounted title={title} about={about} counted={counted} />;
  if (!collapsible) {
    return (
      <section className={classes.card} aria-labelledby={`${id}-title`}>
        <div className={classes.head}>
          <h3 className={classes.title} id={`${id}-title`}>
            {title}
          </h3>
          {info}
        </div>
        <div className={classes.body}>{children}</div>
      </section>
    );
  }
  return (
    <section className={classes.collapsible} aria-labelledby={`${id}-title`}>
      <div className={classes.collapsibleHead}>
        <h3 className={classes.collapsibleTitle} id={`${id}-title`}>
          <PlainButton
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={`${id}-body`}
            onClick={() => setOpened(!opened)}
          >
            <span>{title}</span>
            {summary !== null && !opened && <span className={classes.answer}>{summary}</span>}
            <IconChevronDown size={18} className={classes.chevron} aria-hidden />
          </PlainButton>
        </h3>
        {opened && info}
      </div>
      <div id={`${id}-body`} className={classes.collapsibleBody} data-closed={!opened || undefined}>
        {(opened || !mountsWhenOpened) && children}
      </div>
    </section>
  );
}

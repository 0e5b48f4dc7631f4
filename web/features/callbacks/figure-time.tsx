import { HowCounted } from '../../ui/how-counted.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import type { OpenRows } from './desk-address.ts';
import classes from './desk-figures.module.css';
import type { FigureTimeValue } from './figure-times.ts';

export function FigureTime({ title, value, about, madeOf, onOpen }: FigureTimeValue & { onOpen: OpenRows }) {
  const [first] = madeOf;
  return (
    <div className={classes.time}>
      <dt>
        {title}
        <HowCounted
          title={title}
          about={about}
          counted={madeOf.map(({ list, ...part }) => ({ ...part, onOpen: () => onOpen(list) }))}
        />
      </dt>
      <dd>
        <PlainButton
          className={classes.timeValue}
          aria-label={`${title}: ${value}. View calls`}
          onClick={() => first && onOpen(first.list)}
        >
          {value}
        </PlainButton>
      </dd>
    </div>
  );
}

import type { ComponentProps } from 'react';
import classes from './plain-button.module.css';

/** A button without a look, for what a screen repeats: it takes less time to draw than the library's. */
export const PlainButton = ({ className = '', ...props }: ComponentProps<'button'>) => (
  <button type="button" className={`${classes.button} ${className}`} {...props} />
);

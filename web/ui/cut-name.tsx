import classes from './cut-name.module.css';

/** The name of an account on one line. It is cut before the place at its end, which tells it from others of the name. */
export function CutName({ name }: { name: string }) {
  const at = name.endsWith(')') ? name.lastIndexOf(' (') : -1;
  return (
    <span className={classes.whole} title={name}>
      <span className={classes.start}>{at < 0 ? name : name.slice(0, at)}</span>
      {at >= 0 && <span className={classes.place}>{name.slice(at)}</span>}
    </span>
  );
}

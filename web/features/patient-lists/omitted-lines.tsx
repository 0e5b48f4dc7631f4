import { Button, Text } from '@mantine/core';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useId } from 'react';
import type { UploadedFile } from './api.ts';
import classes from './patient-lists.module.css';

export function OmittedLines({
  file,
  includedLines,
  onChange,
}: {
  file: UploadedFile;
  includedLines: ReadonlySet<number>;
  onChange: (includedLines: ReadonlySet<number>) => void;
}) {
  const id = useId();
  const { leftOut, leftOutCount } = file;
  if (leftOutCount === 0) return null;
  return (
    // the keyboard scrolls it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.leftOut} aria-labelledby={id} tabIndex={0}>
      <h3 id={id} className={classes.reportTitle}>
        {counted(leftOutCount, 'line is not a patient', 'lines are not patients')}
        <Text span size="sm" c="dimmed" fw={400} ml={6}>
          {includedLines.size > 0
            ? `${counted(includedLines.size, 'line')} included`
            : `${leftOutCount === 1 ? 'It is' : 'They are'} left out unless you include ${leftOutCount === 1 ? 'it' : 'them'}.`}
        </Text>
      </h3>
      <ul className={classes.reportItems} aria-labelledby={id}>
        {leftOut.map(({ line, text, reason }) => {
          const isIncluded = includedLines.has(line);
          return (
            <li key={line} className={classes.leftOutItem} data-taken={isIncluded || undefined}>
              <div className={classes.leftOutText}>
                <span className={classes.reportPlace}>
                  Line {thousands(line)}
                  <q className={classes.reportText}>{text}</q>
                </span>
                <Text span size="sm" c="dimmed">
                  {isIncluded ? 'This line is imported as a patient.' : reason}
                </Text>
              </div>
              <Button
                variant="default"
                size="compact-sm"
                h={44}
                aria-label={isIncluded ? `Leave out line ${line}` : `Include line ${line}`}
                onClick={() =>
                  onChange(
                    new Set(
                      isIncluded
                        ? [...includedLines].filter((one) => one !== line)
                        : [...includedLines, line],
                    ),
                  )
                }
              >
                {isIncluded ? 'Leave out' : 'Include'}
              </Button>
            </li>
          );
        })}
      </ul>
      {leftOutCount > leftOut.length && (
        <Text size="sm" c="dimmed" px={12} pb={8}>
          These are the first {leftOut.length}. The report lists the others after the import.
        </Text>
      )}
    </section>
  );
}

import { thousands } from '@mailcall/contract/rules/rates.ts';
import { Anchor } from '@mantine/core';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { scopeNames, useScope } from '../scope/index.ts';
import { useCallbacksAhead, useWaitingCallers } from './waiting-callers.ts';
import classes from './waiting-strip.module.css';

/** The link to the callback desk of the selected accounts, with the number of callers who wait. */
export function CallbacksLink() {
  const scope = useAddressPart(scopeNames);
  const { query: accounts } = useScope();
  const { counts, isToDo } = useWaitingCallers(accounts);
  const ahead = useCallbacksAhead(accounts);
  const callers = counts?.['to-call'].callers;
  return (
    <Anchor
      size="sm"
      className={classes.pageLink ?? ''}
      data-in-strip={isToDo || undefined}
      renderRoot={(props) => <Link to={paths.callbacks} search={scope as never} {...props} {...ahead} />}
    >
      <IconPhoneOutgoing size={16} aria-hidden />
      Callbacks{callers === undefined ? '' : ` (${thousands(callers)})`}
    </Anchor>
  );
}

import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { TableCard } from '../../ui/data-table.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { officesText, viewableContactsQuery, viewAs } from './api.ts';
import classes from './find-client-page.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 300;

export function FindClientPage() {
  const changeAddress = useChangeAddress();
  const query = (textOf(useAddress()['q']) ?? '').slice(0, 200);
  const contacts = useQuery(viewableContactsQuery(query));
  const begin = useMutation({ mutationFn: viewAs });
  return (
    <div className={classes.page}>
      <div>
        <PageHeading title="View as Client" />
        <Text size="sm" c="dimmed">
          See the portal as one of your clients sees it. The office finds it in its activity.
        </Text>
      </div>
      <div className={classes.search}>
        <SearchField
          label="Name or email of the client"
          value={query}
          wait={searchDelay}
          onSearch={(text, replace) => changeAddress({ q: text || undefined }, { replace })}
        />
      </div>
      {begin.isError && (
        <Alert color="red" variant="light" role="alert">
          {explanationOf(begin.error)}
        </Alert>
      )}
      <Answer query={contacts} skeleton={<EmptyCard text="Searching …" />}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyCard
              text={
                query === ''
                  ? 'You have no client yet. Invite the first under People.'
                  : 'None of your clients has this name or email.'
              }
            />
          ) : (
            <TableCard>
              <ul className={classes.contacts}>
                {records.map((contact) => (
                  <li key={contact.id}>
                    <div className={classes.person}>
                      <strong>{contact.name}</strong>
                      <span>{contact.email}</span>
                      <span>{officesText(contact.accountNames, contact.accountsCount)}</span>
                    </div>
                    <Button
                      variant="default"
                      aria-label={`View as ${contact.name}`}
                      loading={begin.isPending && begin.variables === contact.id}
                      onClick={() => begin.mutate(contact.id)}
                    >
                      View
                    </Button>
                  </li>
                ))}
              </ul>
            </TableCard>
          )
        }
      </Answer>
    </div>
  );
}

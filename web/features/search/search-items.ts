import { callerKey } from '@mailcall/contract/rules/caller-key.ts';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { maxFound } from '@mailcall/contract/search.ts';
import { matchesSearch } from '@mailcall/contract/rules/search-text.ts';
import type { Today } from '@mailcall/contract/scope/date-range.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import type { Scope } from '@mailcall/contract/scope/scope.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { writtenScope } from '../scope/index.ts';
import type { Found } from './api.ts';
import { type Command, commands } from './commands.ts';
import type { Choice } from './recent-choices.ts';

export interface PageToOpen {
  path: string;
  label: string;
}

export interface SearchItem {
  choice: Choice;
  label: string;
  /** Distinguishes items with the same label; '' for nothing. */
  description: string;
  path: string;
  address: Address;
}

export interface SearchGroup {
  heading: string;
  items: SearchItem[];
}

export interface ItemContext {
  scope: Scope;
  today: Today;
  pages: readonly PageToOpen[];
  nameOf: (row: { accountId: string; accountName: string }) => string;
  views: readonly SavedView[] | null;
}

const textOfDetails = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ');

const pageItem = ({ path, label }: PageToOpen, { scope }: ItemContext): SearchItem => ({
  choice: { kind: 'page', id: path },
  label,
  description: '',
  path,
  address: { ...writtenScope(scope) },
});

const viewItem = ({ id, name, description }: SavedView): SearchItem => ({
  choice: { kind: 'view', id },
  label: name,
  description,
  path: paths.view(id),
  address: {},
});

const commandItem = (
  { id, label, path, address, dates }: Command,
  { scope, today }: ItemContext,
): SearchItem => ({
  choice: { kind: 'command', id },
  label,
  description: '',
  path,
  address: { ...writtenScope({ ...scope, ...dates?.(today) }), ...address },
});

function foundItems({ callers, mailings, lines, offices, sentences }: Found, { scope, nameOf }: ItemContext) {
  const inScope = { ...writtenScope(scope) };
  const ofOffice = (accountId: string) => ({ ...writtenScope({ ...scope, accountIds: [accountId] }) });
  return {
    callers: callers.map((caller): SearchItem => {
      const name = callerText(caller);
      const number = formatPhone(caller.callerPhoneNumber?.trim() ?? '');
      return {
        choice: { kind: 'call', id: caller.callId },
        label: name || 'Unknown caller',
        description: textOfDetails(
          number !== name && number,
          `Last call ${dateAndTime(caller.dateTime, caller.timeZone)}`,
          nameOf(caller),
        ),
        // a call without a number that identifies anyone has no caller
        path:
          callerKey(caller.callerPhoneNumber ?? '') === null
            ? paths.call(caller.callId)
            : paths.caller(caller.callId),
        address: inScope,
      };
    }),
    mailings: mailings.map(
      (mailing): SearchItem => ({
        choice: { kind: 'mailing', id: mailing.id },
        label: mailingTitle(mailing),
        description: textOfDetails(
          mailing.orderNumber !== mailingTitle(mailing) && mailing.orderNumber,
          mailing.deliveryWeek !== null && `Delivery week of ${formatDay(mailing.deliveryWeek)}`,
          nameOf(mailing),
        ),
        path: paths.mailing(mailing.id),
        address: inScope,
      }),
    ),
    lines: lines.map(
      (line): SearchItem => ({
        choice: { kind: 'line', id: line.id },
        label: line.name === line.number ? formatPhone(line.number) : line.name,
        description: textOfDetails(line.name !== line.number && formatPhone(line.number), nameOf(line)),
        path: paths.trackingLines,
        address: { ...ofOffice(line.accountId), inactive: '1', q: line.number },
      }),
    ),
    offices: offices.map(
      (office): SearchItem => ({
        choice: { kind: 'office', id: office.id },
        label: nameOf({ accountId: office.id, accountName: office.name }),
        description: '',
        path: paths.scoreboard,
        address: ofOffice(office.id),
      }),
    ),
    sentences: sentences.map(
      (sentence): SearchItem => ({
        choice: { kind: 'call', id: sentence.callId },
        label: `“${sentence.text}”`,
        description: textOfDetails(
          callerText(sentence) || 'Unknown caller',
          dateAndTime(sentence.dateTime, sentence.timeZone),
          nameOf(sentence),
        ),
        path: paths.call(sentence.callId),
        address: inScope,
      }),
    ),
  };
}

/** Labels that begin with the words come first: a word may be part of another, "all" in "calls". */
function bestFirst(items: SearchItem[], words: string): SearchItem[] {
  const begins = ({ label }: SearchItem) => label.toLowerCase().startsWith(words.trim().toLowerCase());
  return [...items.filter(begins), ...items.filter((item) => !begins(item))];
}

/** Results in groups: known ones first, server results (`found`; null until they arrive) after the views, so that nothing moves later. */
export function foundGroups(
  words: string,
  found: Found | null,
  context: ItemContext,
  maxViews = maxFound,
): SearchGroup[] {
  const { views } = context;
  const groups: SearchGroup[] = [
    {
      heading: 'Commands',
      items: bestFirst(
        commands
          .filter(({ label, words: others }) => matchesSearch([`${label} ${others}`], words))
          .map((command) => commandItem(command, context)),
        words,
      ),
    },
    {
      heading: 'Pages',
      items: context.pages
        .filter(({ label }) => matchesSearch([label], words))
        .map((page) => pageItem(page, context)),
    },
  ];
  if (views) {
    const matching = views.filter(({ name }) => matchesSearch([name], words));
    groups.push({ heading: 'Views', items: bestFirst(matching.map(viewItem), words).slice(0, maxViews) });
  }
  if (views && found) {
    const items = foundItems(found, context);
    groups.push(
      { heading: 'Callers', items: items.callers },
      { heading: 'Mailings', items: items.mailings },
      { heading: 'Tracking Lines', items: items.lines },
      { heading: 'Offices', items: items.offices },
      { heading: 'Said in calls', items: items.sentences },
    );
  }
  return groups.filter(({ items }) => items.length > 0);
}

export function offeredGroups(
  recent: readonly Choice[],
  found: Found | null,
  context: ItemContext,
): SearchGroup[] {
  const offered = foundGroups('', null, context);
  const known = foundGroups('', found, context, context.views?.length);
  const items = recent.flatMap(({ kind, id }) =>
    known.flatMap((group) =>
      group.items.filter(({ choice }) => choice.kind === kind && choice.id === id).slice(0, 1),
    ),
  );
  return items.length > 0 ? [{ heading: 'Recent', items }, ...offered] : offered;
}

/** Screen reader text for results; nothing for a failed search without results, which reports itself. */
export function statusText(
  typed: string,
  count: number,
  { isSearching, hasFailed }: { isSearching: boolean; hasFailed: boolean },
): string {
  if (typed.trim() === '') return '';
  if (isSearching) return 'Searching';
  if (count === 0) return hasFailed ? '' : 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}

import { thousands } from './rates.ts';

export const maxOwnViews = 100;

export const maxSharedViews = 200;

export const maxViewName = 80;

export const viewMessages = {
  gone: 'This view no longer exists, or is not shared with you.',
  noAccounts:
    'You do not have access to any account of this view. The person who gave you access can give it back. Your other views still work.',
  sameName: (office: string | null) =>
    office === null
      ? 'You already have a view with this name. Choose another name.'
      : `A view with this name is already shared with ${office}. Choose another name.`,
  tooManyOwn: `You have ${maxOwnViews} views, which is the maximum. Delete one that you no longer need.`,
  tooManyShared: (office: string) =>
    `${maxSharedViews} views are shared with ${office}, which is the maximum. Delete one that is no longer needed.`,
  notYours: 'Only its owner or a primary contact of the office can change this view.',
  onlyOwner: 'Only its owner can choose who sees this view.',
  changed: 'Someone changed this view in the meantime. Look at it again before you change it.',
  noOffice: 'You need access to an account to save a view.',
  otherAccounts: 'Use accounts that you have access to.',
} as const;

export function leftOutText({
  leftOutAccounts: accounts,
  leftOutFilters: filters,
}: {
  leftOutAccounts: number;
  leftOutFilters: number;
}): string {
  const sentences: string[] = [];
  if (accounts === 1)
    sentences.push('1 account of this view is left out, because you do not have access to it.');
  if (accounts > 1)
    sentences.push(
      `${thousands(accounts)} accounts of this view are left out, because you do not have access to them.`,
    );
  if (filters === 1)
    sentences.push('1 of its filters has values of accounts that you cannot see; they are left out.');
  if (filters > 1)
    sentences.push(
      `${filters} of its filters have values of accounts that you cannot see; they are left out.`,
    );
  return sentences.join(' ');
}

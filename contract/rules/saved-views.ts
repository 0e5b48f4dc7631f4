import { thousands } from './rates.ts';

export const maxOwnViews = 100;

export const maxSharedViews = 200;

export const maxViewName = 80;

export const viewMessages = {
  gone: 'This view is not there any more, or is not shared with you.',
  noAccounts:
    'None of the accounts of this view are among yours. Whoever gave you access can give it back, and others of your views are not concerned.',
  sameName: (office: string | null) =>
    office === null
      ? 'You have a view of this name. Choose another name.'
      : `A view of this name is shared with ${office}. Choose another name.`,
  tooManyOwn: `You have ${maxOwnViews} views, which is the most. Delete one that you do not need any more.`,
  tooManyShared: (office: string) =>
    `${maxSharedViews} views are shared with ${office}, which is the most. Delete one that is not needed any more.`,
  notYours: 'Only its owner or a primary contact of the office can change this view.',
  onlyOwner: 'Only its owner can choose who sees this view.',
  changed: 'Somebody changed this view in the meantime. Look at it again before you change it.',
  noOffice: 'Without an account no view can be kept.',
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
  if (accounts === 1) sentences.push('1 account of this view is not among yours and left out.');
  if (accounts > 1)
    sentences.push(`${thousands(accounts)} accounts of this view are not among yours and left out.`);
  if (filters === 1)
    sentences.push('1 of its filters has values of accounts that are not yours; they are left out.');
  if (filters > 1)
    sentences.push(
      `${filters} of its filters have values of accounts that are not yours; they are left out.`,
    );
  return sentences.join(' ');
}

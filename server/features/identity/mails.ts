import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import type { ContactWithdrawal } from '@mailcall/contract/contact-withdrawal.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { MailContent } from '@mailcall/contract/rules/mail-layout.ts';

const notYou =
  'If you did not ask for this, you can ignore this mail: nothing happens without the link or the code.';

function formatDuration(seconds: number): string {
  const hours = seconds / 3600;
  if (hours >= 2) return `${Math.floor(hours)} hours`;
  const minutes = Math.max(1, Math.floor(seconds / 60));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const signInMail = (
  provider: Provider,
  options: { url: string; code: string; linkLifetime: number; codeLifetime: number },
): MailContent => ({
  subject: `Sign in to ${provider.name}`,
  paragraphs: [
    `Press the button to sign in. It works once, for ${formatDuration(options.linkLifetime)}. Or type the code where you asked for it; it is good for ${formatDuration(options.codeLifetime)}.`,
  ],
  button: { label: 'Sign in', url: options.url },
  code: options.code,
  closing: `${notYou} Nobody from ${provider.name} will ever ask you for the code.`,
});

export const secondStepMail = (provider: Provider, code: string, lifetime: number): MailContent => ({
  subject: `Your ${provider.name} login code`,
  paragraphs: [
    `Someone is logging in to your account. If it is you, type this code as the second step. It is good for ${formatDuration(lifetime)}.`,
  ],
  code,
  closing: `If it is not you, someone else has passed the first step: choose a new password at once with "Forgot password" on the sign-in page, and let us know. No one from ${provider.name} will ever ask you for the code.`,
});

export const signInText = (provider: Provider, code: string, lifetime: number) =>
  `${code} is your ${provider.name} code, good for ${formatDuration(lifetime)}. Do not share it.`;

export const resetMail = (provider: Provider, url: string, lifetime: number): MailContent => ({
  subject: `Choose a new ${provider.name} password`,
  paragraphs: [`Press the button to choose a new password. It works once, for ${formatDuration(lifetime)}.`],
  button: { label: 'Choose a new password', url },
  closing: notYou,
});

export const setupMail = (provider: Provider, url: string, lifetime: number): MailContent => ({
  subject: `Set up your ${provider.name} account`,
  paragraphs: [
    `Press the button to choose your password and set up your account. It works once, for ${formatDuration(lifetime)}.`,
  ],
  button: { label: 'Set up account', url },
  closing: notYou,
});

export const lockedMail = (provider: Provider): MailContent => ({
  subject: `Sign-in to ${provider.name} was paused`,
  paragraphs: [
    'Someone tried a wrong password for your account many times. Sign-in by password is paused for an hour; you can still sign in with a link or code from an email.',
    'If that was not you, choose a new password that you use nowhere else.',
  ],
});

export const passwordChangedMail = (provider: Provider): MailContent => ({
  subject: `Your ${provider.name} password was changed`,
  paragraphs: [
    'The password of your account was just changed, and you were signed out everywhere else.',
    'If that was not you, choose a new one at once with "Forgot password" on the sign-in page, and let us know.',
  ],
});

export const passwordSetMail = (provider: Provider): MailContent => ({
  subject: `Your ${provider.name} password was set`,
  paragraphs: [
    'A password was just set for your account, and you were signed out everywhere else.',
    'If that was not you, choose a new one at once with "Forgot password" on the sign-in page, and let us know.',
  ],
});

const notYourPasskey =
  'If that was not you, log in and look at Passkeys and Sessions in the settings: remove anything that you do not recognize, sign out everywhere else, choose a new password, and let us know.';

export const passkeyAddedMail = (
  provider: Provider,
  { name, withdrawalUrl }: { name: string; withdrawalUrl: string | null },
): MailContent => ({
  subject: `A passkey was added to your ${provider.name} account`,
  paragraphs: [
    `The passkey "${isolated(name)}" can sign in to your account from now on.`,
    withdrawalUrl === null
      ? notYourPasskey
      : 'If that was you, there is nothing to do. If not, press the button within 72 hours: all passkeys are removed, all devices are signed out of your account, and you choose a new password.',
  ],
  ...notMe(withdrawalUrl),
});

export const passkeyRemovedMail = (provider: Provider, name: string): MailContent => ({
  subject: `A passkey was removed from your ${provider.name} account`,
  paragraphs: [
    `The passkey "${isolated(name)}" can no longer sign in to your account. You can still sign in with your password, or with links and codes by email.`,
    notYourPasskey,
  ],
});

export const recoveryCodesPrintedMail = (provider: Provider, count: number): MailContent => ({
  subject: `New ${provider.name} recovery codes for your account`,
  paragraphs: [
    `Our support printed ${count} recovery codes for your account. Each is a second step of your login, once. Earlier ones no longer work.`,
    'If you asked for them, there is nothing to do. If not, choose a new password and let us know at once.',
  ],
});

export const recoveryCodeUsedMail = (
  provider: Provider,
  { left, device }: { left: number; device: string | null },
): MailContent => ({
  subject: `A recovery code was used for your ${provider.name} account`,
  paragraphs: [
    `Someone just logged in to your account with a recovery code${device === null ? '' : ` (${device})`}. ${left === 0 ? 'It was your last one: ask us for new ones.' : left === 1 ? 'You have 1 code left.' : `You have ${left} codes left.`}`,
    'If that was you, there is nothing to do. If not, log in and sign out everywhere else in the settings, choose a new password, and let us know at once.',
  ],
});

export const proofMail = (provider: Provider, code: string, lifetime: number): MailContent => ({
  subject: `Confirm that it is you, for your ${provider.name} settings`,
  paragraphs: [
    `Type this code in the settings to change how you sign in. It is good for ${formatDuration(lifetime)}.`,
  ],
  code,
  closing: `If you did not ask for this, someone else may be using your account: sign out everywhere else in the settings, and let us know. No one from ${provider.name} will ever ask you for the code.`,
});

export const newEmailMail = (provider: Provider, code: string, lifetime: number): MailContent => ({
  subject: `Confirm your new ${provider.name} email address`,
  paragraphs: [
    `Type this code in the settings to sign in with this address from now on. It is good for ${formatDuration(lifetime)}.`,
  ],
  code,
  closing: `${notYou} Nobody from ${provider.name} will ever ask you for the code.`,
});

export const newPhoneText = (provider: Provider, code: string, lifetime: number) =>
  `${code} confirms your new ${provider.name} phone number, good for ${formatDuration(lifetime)}. Do not share it.`;

const detailsInWords = (changed: { email: boolean; phone: boolean }) =>
  [...(changed.email ? ['email address'] : []), ...(changed.phone ? ['phone number'] : [])].join(' and ');

const notMe = (url: string | null) => (url === null ? {} : { button: { label: 'This was not me', url } });

/** Goes to the current address; does not name the new email or phone. */
export const contactChangeRequestedMail = (
  provider: Provider,
  requested: { email: boolean; phone: boolean; withdrawalUrl: string | null },
): MailContent => {
  const what = detailsInWords(requested);
  return {
    subject: `A new ${what} for your ${provider.name} account`,
    paragraphs: [
      `A new ${what} was entered in the settings of your account. It takes effect when the code that we sent there is typed in; until then you sign in as before.`,
      requested.withdrawalUrl === null
        ? 'If that was not you, change your password at once and let us know.'
        : 'If that was you, there is nothing to do. If not, press the button: the request is withdrawn, and all devices are signed out of your account.',
    ],
    ...notMe(requested.withdrawalUrl),
  };
};

/** Goes to the previous address; does not name the new email or phone. */
export const contactChangedMail = (
  provider: Provider,
  { field, withdrawalUrl }: { field: 'email' | 'phone'; withdrawalUrl: string | null },
): MailContent => {
  const what = detailsInWords({ email: field === 'email', phone: field === 'phone' });
  return {
    subject: `Your ${provider.name} ${what} was changed`,
    paragraphs: [
      `The ${what} of your account, which you sign in with, was just changed in the settings.`,
      ...(field === 'email' ? ['From now on we write to the new address, and no longer to this one.'] : []),
      withdrawalUrl === null
        ? 'If that was not you, let us know at once.'
        : 'If that was you, there is nothing to do. If not, press the button within 72 hours: the previous one comes back, all devices are signed out of your account, and you choose a new password.',
    ],
    ...notMe(withdrawalUrl),
  };
};

export const changesWithdrawnMail = (
  provider: Provider,
  withdrawn: {
    url: string;
    lifetime: number;
    fields: ContactWithdrawal['fields'];
    wasChanged: boolean;
  },
): MailContent => {
  const { fields, lifetime, url, wasChanged } = withdrawn;
  const what = detailsInWords({ email: fields.includes('email'), phone: fields.includes('phone') });
  return {
    subject: `Your ${provider.name} account was restored`,
    paragraphs: [
      [
        what === ''
          ? 'All passkeys were removed'
          : wasChanged
            ? `The change of your ${what} was undone, all passkeys were removed`
            : `The request for a new ${what} was withdrawn, all passkeys were removed`,
        `, and all devices were signed out of your account.${wasChanged ? ' The old password no longer works.' : ''}`,
      ].join(''),
      `Choose a new password that you use nowhere else. The button works once, for ${formatDuration(lifetime)}.`,
    ],
    button: { label: 'Choose a new password', url },
  };
};

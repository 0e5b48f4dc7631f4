/** Mantine components of the sign-in pages. Add one that they need: otherwise the login loads another file and exceeds its budget. */
const entranceComponents =
  'Transition|Text|Title|Stack|Center|Group|Anchor|Button|Loader|Alert|CloseButton|ActionIcon|UnstyledButton|Input|InputBase|TextInput|VisuallyHidden';

/** Files for every page: libraries, and the needs of the sign-in pages. */
const start = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|zod|klona|fast-deep-equal)\//,
  /node_modules\/@tanstack\/(react-router(?!\/dist\/esm\/useBlocker)|router-core|history|react-store|store)\//,
  /node_modules\/@mantine\/(form|core\/esm\/core)\//,
  // without large hooks and hooks that only signed-in pages use
  /node_modules\/@mantine\/hooks\/esm\/(?!use-(drag|move|long-press|pagination|focus-trap|focus-return|hotkeys|debounced-callback|debounced-value|resize-observer|click-outside|clipboard|shallow-effect|disclosure|timeout|in-viewport|mutation-observer|previous)\/)/,
  // safe pattern: names of files, without a repetition
  new RegExp(`@mantine/core/esm/components/(${entranceComponents})/`),
  /icons-react\/dist\/esm\/(?:icons\/)?(createReactComponent|defaultAttributes|Icon(AlertCircle|AlertTriangle|Check|Gift|InfoCircle|Message|ExternalLink))\./,
  /\/web\/(platform\/(?!query-client)|build\/)|preload-helper/,
  /\/(@mantine\/(?!spotlight)\w+\/styles|web\/ui\/(font\/font|base))\.css$/,
  /\/web\/(main|paths|routes|shell\/app-root|shell\/fatal-error|shell\/watch-session)\.tsx?$/,
  /\/web\/ui\/(brand|brand-shades|flash-area|flash-queue|page-heading|page-loading|page-texts|support-address|theme)\.tsx?$/,
  /\/web\/features\/session\/(index|access-token|activity|awaited-verification|for-another-person|full-access|has-passkeys|limited-sentence|mailed-token|referral-links|renew-session|return-path|second-step|session-clock)\./,
  /\/web\/features\/saved-views\/(index|load-parts)\./,
  /\/web\/features\/(scope\/scope-state|accounts\/(account-tree|time-zones|hidden-accounts|merged-accounts|select-accounts|selected-accounts))\.ts$/,
  /\/contract\/(scope\/[\w-]+|identity|provider|second-factor|wire\/[\w-]+)\.ts$/,
  /\/contract\/(?:rules|time)\/(date-format|days|durations|office-time|periods|time-zone)\.ts$/,
  /\/contract\/rules\/(campaign-groups|compared-dates|contrast|date-shortcuts|messages|email|password|phone|rates|second-factors|shown-text|sign-in-code|team-roles)\.ts$/,
];

/** The login and code that it shares with other signed-out pages. */
const entrance = [
  /@mantine\/core\/esm\/components\/(PasswordInput|ThemeIcon)\//,
  /icons-react\/dist\/esm\/icons\/IconCards\./,
  /\/web\/features\/session\/(entrance|expired-link|form-failure|identifier|login-screen|password-form|passwordless-form|referral-panel|setup-link-prompt|sign-in|use-link-answer|use-send-form|verification|waiting-screen)\b/,
];

/** Form fields that no page shows in its first view. */
const fields = [
  /@mantine\/core\/esm\/components\/(Checkbox(?!\/CheckIcon)|Combobox(?!\/(Combobox\.module|ComboboxChevron|get-parsed))|List|MultiSelect|Pill|PillsInput|Select)\//,
];

const mailings = [
  /\/contract\/(designs|rules\/(next-step|review))\.ts$/,
  /\/web\/ui\/(approval-texts|step-badge|unviewed-sides|viewed-faces)\./,
];

const signedIn = [
  /node_modules\/(@mantine(?!\/core\/esm\/components\/Radio)|@floating-ui|@tabler|@tanstack\/(?!react-virtual|virtual-core|react-router\/dist\/esm\/useBlocker)|dayjs|react-remove-scroll|react-transition-group)/,
  /\/web\/(ui\/(?!drop-zone|map-canvas|player|sparkline)|shell|platform\/query-client)/,
  /\/web\/features\/(exports\/(?!consents|download-dialog)|waiting\/|tracking-lines\/(index|tracking-lines-link)\.)/,
  /\/web\/features\/live\/(index|live-updates)\./,
  /\/web\/features\/saved-views\/(opened-view|opened-view-line)\./,
  /\/contract\/(?!(brands|calibration|callback-figures|mailing-story|office-hours|score-quality|scoring|time\/day-hours|rules\/(agreement|brands|calibration|callback-figures|change|compared-dates|day-hours|grades|mail-layout|mail-pieces|mailing-story|next-try|office-hours|score-\w+|second-pass))\.)/,
];

const scopeBar = [
  /\/web\/features\/(accounts\/(?!account-tree|time-zones|hidden|merged-|select-|selected|single-account|virtual-lines)|scope\/(?!scope-state)|saved-views\/screen-scope)/,
];

/** Live updates; open screens load them after drawing. */
const live = [/\/web\/features\/live\/(?!index|live-updates)/, /node_modules\/eventsource-parser\//];

const savedViews = [
  /\/web\/features\/saved-views\/(?!index|load-parts|opened-view|screen-scope)/,
  /\/contract\/(saved-views|rules\/(saved-views|view-[\w-]+))\.ts$/,
];

const passkeys = [
  /\/contract\/(passkeys|rules\/passkey)/,
  /\/web\/features\/session\/passkey/,
  /@simplewebauthn/,
];

const matches = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

/** Groups shared modules into few files. Each costs a request with 750 bytes of headers, and small files compress worse. */
export const sharedFiles = [
  { name: 'start', test: matches(start), priority: 2, includeDependenciesRecursively: false },
  { name: 'entrance', test: matches(entrance), priority: 3, includeDependenciesRecursively: false },
  { name: 'fields', test: matches(fields), priority: 2, includeDependenciesRecursively: false },
  { name: 'mailings', test: matches(mailings), priority: 2, includeDependenciesRecursively: false },
  { name: 'signed-in', test: matches(signedIn), minShareCount: 2, priority: 1 },
  {
    name: 'scope-bar',
    test: matches(scopeBar),
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'passkeys', test: matches(passkeys), priority: 3, includeDependenciesRecursively: false },
  { name: 'saved-views', test: matches(savedViews), priority: 3, includeDependenciesRecursively: false },
  { name: 'live', test: matches(live), priority: 3, includeDependenciesRecursively: false },
];

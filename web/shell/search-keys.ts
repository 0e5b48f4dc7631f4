/** Shortcut that opens search, as printed on this device's keyboard. */
export const searchKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');

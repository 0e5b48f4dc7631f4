import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useMemo } from 'react';

/** URL parameters: texts, or a list of texts if a name repeats. */
export type Address = Record<string, string | string[] | undefined>;

export function parseAddress(text: string): Address {
  // a Map, because a parameter may have the name of an inherited property
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  return Object.fromEntries(values);
}

export function writeAddress(address: Address): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== '') parameters.append(name, item);
    }
  }
  const text = parameters.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

export function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

export function listIn(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Page number, from 1; 1 if missing or invalid. */
export function pageIn(value: string | string[] | undefined): number {
  const text = textOf(value) ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** Parameters shown by a part of the page that is behind or ahead of the URL; null for the current ones. */
export const AddressContext = createContext<Address | null>(null);

/** Current URL parameters at once, for the response to a press. */
export function useCurrentAddress(): Address {
  return useSearch({ strict: false }) as Address;
}

/** First value of a current parameter. Renders again only if that parameter changes. */
export function useCurrentParameter(name: string): string | undefined {
  return useSearch({ strict: false, select: (address) => textOf((address as Address)[name]) });
}

export function useCurrentPage(name: string | undefined): number | undefined {
  return useSearch({
    strict: false,
    select: (address) => (name === undefined ? undefined : pageIn((address as Address)[name])),
  });
}

/** Reads the page number when called, because a second quick press may precede the rendering of the first. */
export function useReadPage(name: string | undefined): () => number | undefined {
  const router = useRouter();
  return () => (name === undefined ? undefined : pageIn((router.latestLocation.search as Address)[name]));
}

/** URL parameters on display. Inside `DeferredAddress` they stay until the new content is drawn. */
export function useAddress(): Address {
  const displayed = useContext(AddressContext);
  const current = useSearch({
    strict: false,
    // a part with its own parameters ignores changes of the URL
    select: (address) => (displayed === null ? address : null),
  }) as Address | null;
  return displayed ?? current ?? {};
}

const partOf = (address: Address, names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, address[name]])));

/** Parameters as one object until one of them changes, so that other navigation renders nothing. Pass constant names. */
export function useAddressPart(names: readonly string[]): Address {
  const displayed = useContext(AddressContext);
  const current = useSearch({
    strict: false,
    select: (address) => (displayed === null ? partOf(address as Address, names) : null),
  });
  const part = displayed === null ? (current ?? '{}') : partOf(displayed, names);
  return useMemo(() => JSON.parse(part) as Address, [part]);
}

/** Undefined removes a name. Each change is a step for Back, unless `replace`. With a function, a second quick press follows the first. */
export function useChangeAddress(): (
  patch: Address | ((before: Address) => Address),
  options?: { replace?: boolean; keep?: (name: string) => boolean },
) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { replace = false, keep } = {}) => {
      void navigate({
        to: '.',
        search: (before: Address) => {
          const remaining = keep
            ? Object.fromEntries(Object.entries(before).filter(([name]) => keep(name)))
            : before;
          return { ...remaining, ...(typeof patch === 'function' ? patch(before) : patch) };
        },
        replace,
        resetScroll: false,
      });
    },
    [navigate],
  );
}

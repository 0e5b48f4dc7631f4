import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useMemo } from 'react';

/** The query of a page address: every value is text, or a list of texts when its name repeats. */
export type Address = Record<string, string | string[] | undefined>;

/** Reads a page address' query. */
export function parseAddress(text: string): Address {
  // a Map, because a name can be a property of every object
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  return Object.fromEntries(values);
}

/** Writes a page address' query; empty and absent values are left out. */
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

/** One value of an address as text; the first when there are several. */
export function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** One value of an address as a list. */
export function listIn(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** The number of a page in an address, from 1; 1 when there is none or an invalid one. */
export function pageIn(value: string | string[] | undefined): number {
  const text = textOf(value) ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The address that a part of the page displays while it is not yet, or no longer, the current one; null: the current one. */
export const DisplayedAddress = createContext<Address | null>(null);

/** The query of the current page address, from the moment in which it changes: for what answers a press. */
export function useCurrentAddress(): Address {
  return useSearch({ strict: false }) as Address;
}

/** One parameter of the current page address as text. Renders again only when that parameter changes. */
export function useCurrentParameter(name: string): string | undefined {
  return useSearch({ strict: false, select: (address) => textOf((address as Address)[name]) });
}

/** The number of a page in the current page address, by the name of its parameter; undefined without a name. */
export function useCurrentPage(name: string | undefined): number | undefined {
  return useSearch({
    strict: false,
    select: (address) => (name === undefined ? undefined : pageIn((address as Address)[name])),
  });
}

/**
 * Reads the number of a page in the page address of that moment, by the name of its parameter: of two quick presses, the second
 * one can come before the address of the first is drawn. Undefined without a name.
 */
export function useReadPage(name: string | undefined): () => number | undefined {
  const router = useRouter();
  return () => (name === undefined ? undefined : pageIn((router.latestLocation.search as Address)[name]));
}

/**
 * The query of the page address as the surrounding part of the page displays it: the current one, or within
 * {@link AddressInTransition} the one that was current until the content of the new one is drawn.
 */
export function useAddress(): Address {
  const displayed = useContext(DisplayedAddress);
  const current = useSearch({
    strict: false,
    // what displays another address does not render again when the current one changes
    select: (address) => (displayed === null ? address : null),
  }) as Address | null;
  return displayed ?? current ?? {};
}

/** Some parameters of an address as JSON. */
const partOf = (address: Address, names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, address[name]])));

/**
 * Some parameters of the address that {@link useAddress} gives: the same object until one of them changes, so that other steps
 * do not render again what reads them.
 * @param names a constant
 */
export function useAddressPart(names: readonly string[]): Address {
  const displayed = useContext(DisplayedAddress);
  const current = useSearch({
    strict: false,
    select: (address) => (displayed === null ? partOf(address as Address, names) : null),
  });
  const part = displayed === null ? (current ?? '{}') : partOf(displayed, names);
  return useMemo(() => JSON.parse(part) as Address, [part]);
}

/**
 * Changes the page address' query: names whose value is undefined are removed, others stay. Each change is a step that Back
 * undoes, unless `replace`. A change that depends on the address before is a function of it: what a part of the page displays
 * may be older, and of two quick presses the second one follows the first.
 */
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

import { messages } from '@mailcall/contract/rules/messages.ts';
import { useMemo, useState } from 'react';
import {
  type AccountNode,
  hiddenOnly,
  linesOf,
  officesOf,
  searchTree,
  withoutHidden,
} from './account-tree.ts';

export interface PickedAccounts {
  offices: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  visible: readonly AccountNode[];
}

function toggled(set: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

export function useAccountPicker({
  tree,
  offices,
  hidden: hiddenBefore,
  onApply,
}: {
  tree: readonly AccountNode[];
  offices: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  onApply: (picked: PickedAccounts) => void;
}) {
  const [selected, setSelected] = useState(offices);
  const [hidden, setHidden] = useState(hiddenBefore);
  const [problem, setProblem] = useState<string | null>(null);
  const visible = useMemo(() => withoutHidden(tree, hidden), [tree, hidden]);
  const select = (ids: readonly string[], on: boolean) => {
    setSelected(toggled(selected, ids, on));
    setProblem(null);
  };
  return {
    selected,
    hidden,
    visible,
    problem,
    select,
    hide: (ids: readonly string[], on: boolean) => {
      setHidden(toggled(hidden, ids, on));
      // a hidden account leaves the scope; one shown again returns to it
      select(ids, !on);
    },
    apply: () =>
      selected.size === 0
        ? setProblem(messages.noAccountChosen)
        : onApply({ offices: selected, hidden, visible }),
  };
}

export function useListedAccounts(
  tree: readonly AccountNode[],
  { visible, hidden }: Pick<PickedAccounts, 'visible' | 'hidden'>,
) {
  const [searchText, setSearchText] = useState('');
  const [hiddenRequested, setHiddenRequested] = useState(false);
  const hiddenTree = useMemo(() => hiddenOnly(tree, hidden), [tree, hidden]);
  const showsHidden = hiddenRequested && hiddenTree.length > 0;
  const found = useMemo(
    () => searchTree(showsHidden ? hiddenTree : visible, searchText),
    [showsHidden, hiddenTree, visible, searchText],
  );
  return {
    searchText,
    setSearchText,
    isSearch: searchText.trim() !== '',
    showsHidden,
    toggleHidden: () => setHiddenRequested(!showsHidden),
    lines: useMemo(() => linesOf(found), [found]),
    foundOffices: useMemo(() => officesOf(found), [found]),
  };
}

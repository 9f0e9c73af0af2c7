import { useState } from 'react';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useKind } from './documentKind.ts';

/** Loads all documents of the current kind (`useKind`). `found`: those whose key or name contains the search text. */
export function useDocuments() {
  const { calls } = useKind();
  const { load, reload } = useLoad(() => calls.list(), [calls]);
  const [search, setSearch] = useState('');
  const term = search.trim().toLowerCase();
  const all = load.value ?? [];
  return {
    load,
    reload,
    search,
    setSearch,
    all,
    found: all.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(term)),
  };
}

import { useState } from 'react';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useKind } from './documentKind.ts';

/** All documents of the kind, and those that a search finds. */
export function useDocuments() {
  const { calls } = useKind();
  const { load, reload } = useLoad(() => calls.list(), [calls]);
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const all = load.value ?? [];
  return {
    load,
    reload,
    search,
    setSearch,
    all,
    found: all.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(word)),
  };
}

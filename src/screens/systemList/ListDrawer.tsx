import { Drawer } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import {
  PageNavigationContext,
  usePageNavigation,
  type PageNavigation,
  type Query,
} from '../navigation/pageNavigation.ts';

/** Drawer with a list that belongs to a row of another list. Its query is kept in state, not in the address. */
export function ListDrawer({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  useReturnedFocus();
  const pageNavigation = usePageNavigation();
  const [query, setQuery] = useState<Query>({});
  const navigation = useMemo<PageNavigation>(
    () => ({ kind: 'dialog', query, setQuery, go: pageNavigation.go, back: onClose }),
    [query, pageNavigation.go, onClose],
  );
  return (
    <Drawer open width="min(960px, 100vw)" title={title} onClose={onClose} destroyOnHidden>
      <PageNavigationContext value={navigation}>{children}</PageNavigationContext>
    </Drawer>
  );
}

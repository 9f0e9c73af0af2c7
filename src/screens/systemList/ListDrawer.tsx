import { Drawer } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { PlaceContext, usePlace, type Place, type Query } from '../place/place.ts';

/** Drawer with a list that belongs to a row; its query is kept in state instead of the address. */
export function ListDrawer({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  useReturnedFocus();
  const outer = usePlace();
  const [query, setQuery] = useState<Query>({});
  const place = useMemo<Place>(
    () => ({ kind: 'dialog', query, setQuery, go: outer.go, back: onClose }),
    [query, outer.go, onClose],
  );
  return (
    <Drawer open width="min(960px, 100vw)" title={title} onClose={onClose} destroyOnHidden>
      <PlaceContext value={place}>{children}</PlaceContext>
    </Drawer>
  );
}

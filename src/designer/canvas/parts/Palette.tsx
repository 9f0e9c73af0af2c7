import { useDraggable } from '@dnd-kit/core';
import { Input } from 'antd';
import { memo, useMemo, useState } from 'react';
import type { PaletteItem } from '../model/palette.ts';
import { useDesignerContext } from '../designerContext.ts';
import { PaletteIcon } from './PaletteIcon.tsx';

/** The palette: items are dragged onto the canvas, or inserted after the selection by a click or Enter. */
export const Palette = memo(function Palette() {
  const { palette } = useDesignerContext();
  const { itemName, groups } = palette;
  const [search, setSearch] = useState('');
  const matches = useMemo(() => palette.search(search), [palette, search]);
  return (
    <section className="ds-palette" aria-label={itemName} data-designer="palette">
      <div className="ds-palette-search">
        <Input
          allowClear
          size="small"
          placeholder={`查找${itemName}`}
          aria-label={`查找${itemName}`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="ds-palette-groups">
        {groups.map(({ id, title }) => {
          const items = matches.filter(({ group }) => group === id);
          return items.length === 0 ? null : (
            <section key={id} aria-label={title}>
              <h4>{title}</h4>
              <ul>
                {items.map((item) => (
                  <li key={item.id}>
                    <Item item={item} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {matches.length === 0 ? (
          <p className="ds-palette-none">
            没有“{search.trim()}”这样的{itemName}
          </p>
        ) : null}
      </div>
    </section>
  );
});

function Item({ item }: { item: PaletteItem }) {
  const { insert } = useDesignerContext();
  const { setNodeRef, listeners } = useDraggable({ id: `palette:${item.id}`, data: { item } });
  return (
    <button
      ref={setNodeRef}
      type="button"
      data-palette-tag={item.tag}
      data-palette-item={item.id}
      {...listeners}
      onClick={() => insert(item.id)}
    >
      <PaletteIcon icon={item.icon} group={item.group} />
      <span>{item.title}</span>
    </button>
  );
}

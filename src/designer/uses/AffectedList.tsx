import { useState } from 'react';
import { Button } from 'antd';
import type { AffectedItem } from '../../runtime/services/documents.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { addressOf, kindNameOf } from './addresses.ts';

const MAX_INITIAL_DOCUMENTS = 8;

/**
 * Groups references that have the same place and detail. Returns the first reference of each group and the number of
 * references.
 */
function groupSamePlaces(items: readonly AffectedItem[]): { item: AffectedItem; count: number }[] {
  const groups = new Map<string, { item: AffectedItem; count: number }>();
  for (const item of items) {
    const id = `${item.place} ${item.detail}`;
    const group = groups.get(id);
    if (group) group.count += 1;
    else groups.set(id, { item, count: 1 });
  }
  return [...groups.values()];
}

/**
 * Lists affected documents, menu entries, roles and dictionaries with the affected references, as links to new windows.
 */
export function AffectedList({ items, label }: { items: readonly AffectedItem[]; label: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const itemsByDocument = new Map<string, AffectedItem[]>();
  for (const item of items) {
    const id = `${item.kind} ${item.key} ${item.state}`;
    itemsByDocument.set(id, [...(itemsByDocument.get(id) ?? []), item]);
  }
  const groups = [...itemsByDocument];
  const shownGroups = showsAll ? groups : groups.slice(0, MAX_INITIAL_DOCUMENTS);
  return (
    <>
      <ul className="ds-affected" aria-label={label}>
        {shownGroups.map(([id, [first, ...rest]]) =>
          first === undefined ? null : (
            <li key={id}>
              <a href={addressOf({ ...first, path: [] })} target="_blank" rel="noreferrer">
                {kindNameOf(first.kind)}“{first.name}”
              </a>
              {first.state === 'draft' ? <StatusTag tone="warn">草稿</StatusTag> : null}
              <ul>
                {groupSamePlaces([first, ...rest]).map(({ item, count }) => (
                  <li key={`${item.place} ${item.detail}`}>
                    <a href={addressOf(item)} target="_blank" rel="noreferrer" className="ds-place">
                      {item.place || '打开'}
                    </a>
                    {count > 1 ? <span className="sc-note">（{count} 处）</span> : null}
                    {item.detail ? <span className="sc-note">：{item.detail}</span> : null}
                  </li>
                ))}
              </ul>
            </li>
          ),
        )}
      </ul>
      {groups.length > shownGroups.length ? (
        <Button type="link" size="small" onClick={() => setShowsAll(true)}>
          显示全部 {groups.length} 项
        </Button>
      ) : null}
    </>
  );
}

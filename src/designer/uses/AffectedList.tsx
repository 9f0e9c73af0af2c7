import { useState } from 'react';
import { Button } from 'antd';
import type { AffectedPlace } from '../../runtime/services/documents.ts';
import { ToneTag } from '../../screens/shared/ToneTag.tsx';
import { addressOf, wordOf } from './places.ts';

const SHOWN = 8;

/** Places that read the same stand once, with their number; the first of them is opened. */
function onePlaceEach(items: readonly AffectedPlace[]): { item: AffectedPlace; count: number }[] {
  const found = new Map<string, { item: AffectedPlace; count: number }>();
  for (const item of items) {
    const id = `${item.place} ${item.detail}`;
    const known = found.get(id);
    if (known) known.count += 1;
    else found.set(id, { item, count: 1 });
  }
  return [...found.values()];
}

/** Documents and entries that name something, with the places; each opens in a window of its own. */
export function AffectedList({ items, label }: { items: readonly AffectedPlace[]; label: string }) {
  const [isAll, setAll] = useState(false);
  const byDocument = new Map<string, AffectedPlace[]>();
  for (const item of items) {
    const id = `${item.kind} ${item.key} ${item.state}`;
    byDocument.set(id, [...(byDocument.get(id) ?? []), item]);
  }
  const groups = [...byDocument];
  const shown = isAll ? groups : groups.slice(0, SHOWN);
  return (
    <>
      <ul className="ds-affected" aria-label={label}>
        {shown.map(([id, [first, ...rest]]) =>
          first === undefined ? null : (
            <li key={id}>
              <a href={addressOf({ ...first, path: [] })} target="_blank" rel="noreferrer">
                {wordOf(first.kind)}“{first.name}”
              </a>
              {first.state === 'draft' ? <ToneTag tone="warn">草稿</ToneTag> : null}
              <ul>
                {onePlaceEach([first, ...rest]).map(({ item, count }) => (
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
      {groups.length > shown.length ? (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          显示全部 {groups.length} 项
        </Button>
      ) : null}
    </>
  );
}

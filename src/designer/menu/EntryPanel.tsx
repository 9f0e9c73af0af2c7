import { Button, Dropdown, Space } from 'antd';
import { ArrowDownOutlined, ArrowUpOutlined, MoreOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useRef } from 'react';
import type { MenuEntryRow, MenuEntryRevision } from '../../runtime/services/menus.ts';
import { LeaveGuard } from '../../screens/navigation/LeaveGuard.tsx';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import type { EntryDraft } from './draft.ts';
import { EntryFields } from './EntryFields.tsx';
import { positionAfterStep, type MoveStep } from './tree.ts';
import { useEntry } from './useEntry.ts';
import type { EntryMove } from './useMenuActions.ts';
import type { Menus } from './useMenus.ts';

interface Props {
  /** The draft before any change: the entry as last loaded, or the initial values of a new entry. */
  unchangedDraft: EntryDraft;
  /** The last move that was made on this page. */
  lastMove: EntryMove | null;
  /** The stored entry; undefined for a new entry. */
  row: MenuEntryRow | undefined;
  menus: Menus;
  onSaved(savedEntry: MenuEntryRevision): void;
  onStep(step: MoveStep): void;
  onCopy(): void;
  onRemove(): void;
  onReset(): void;
  onCancel(): void;
  /** Called when the first change is made, and when there are no unsaved changes any more. */
  onDirty(isDirty: boolean): void;
}

/** The editor of one menu entry, with buttons to move, copy, delete and save it. */
export function EntryPanel({
  unchangedDraft,
  lastMove,
  row,
  menus,
  onSaved,
  onStep,
  onCopy,
  onRemove,
  onReset,
  onCancel,
  onDirty,
}: Props) {
  const entry = useEntry(unchangedDraft, menus, { lastMove });
  const isDirtyRef = useRef(false);
  useEffect(() => {
    isDirtyRef.current = entry.isDirty;
    onDirty(entry.isDirty);
  }, [entry.isDirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  const isBlocked = useCallback(() => isDirtyRef.current, []);
  const save = async (): Promise<void> => {
    const savedEntry = await entry.save();
    if (savedEntry) onSaved(savedEntry);
  };
  return (
    <section className="ds-menu-entry" aria-label="菜单内容" data-menu-entry={row?.id ?? 'new'}>
      <LeaveGuard hasUnsavedInput={isBlocked} />
      <header className="ds-menu-head">
        <h3>{row ? unchangedDraft.name : unchangedDraft.kind === 'module' ? '新建模块' : '新建菜单'}</h3>
        {entry.isDirty ? <StatusTag tone="warn">未保存</StatusTag> : null}
        {row ? (
          <Space className="ds-menu-tools">
            <Button
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label="上移"
              title="上移（Alt+↑）"
              disabled={!positionAfterStep(menus.rows, row.id, 'up')}
              onClick={() => onStep('up')}
              data-action="move-up"
            />
            <Button
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label="下移"
              title="下移（Alt+↓）"
              disabled={!positionAfterStep(menus.rows, row.id, 'down')}
              onClick={() => onStep('down')}
              data-action="move-down"
            />
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: 'out', label: '移出所在分组', disabled: !positionAfterStep(menus.rows, row.id, 'out') },
                  { key: 'in', label: '移入上一分组', disabled: !positionAfterStep(menus.rows, row.id, 'in') },
                  ...(row.isShipped && row.isChanged ? [{ key: 'reset', label: '恢复出厂设置' }] : []),
                  { key: 'copy', label: '复制' },
                  { type: 'divider' as const },
                  { key: 'remove', label: '删除', danger: true },
                ],
                onClick: ({ key }) => {
                  if (key === 'copy') onCopy();
                  else if (key === 'remove') onRemove();
                  else if (key === 'reset') onReset();
                  else onStep(key as MoveStep);
                },
              }}
            >
              <Button size="small" icon={<MoreOutlined />} aria-label="更多操作" data-action="menu-more" />
            </Dropdown>
          </Space>
        ) : null}
      </header>
      <EntryFields draft={entry.draft} menus={menus} change={entry.change} problemAt={entry.problemAt} />
      <footer className="ds-menu-foot">
        {row?.changedBy ? (
          <span className="sc-note">
            {row.changedBy} 于 {row.changedAt} 修改
          </span>
        ) : null}
        <Button onClick={onCancel} data-action="cancel">
          {row ? '关闭' : '取消'}
        </Button>
        <Button
          type="primary"
          loading={entry.isBusy}
          disabled={row !== undefined && !entry.isDirty}
          onClick={() => void save()}
          data-action="save"
        >
          保存
        </Button>
      </footer>
    </section>
  );
}

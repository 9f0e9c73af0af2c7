import { DeleteOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Empty, Input, Modal, Skeleton, Space } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { canHoldEntries, ancestryOf, rowMap, titleOf } from '../../domain/menu/index.ts';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { Failure, ReloadFailure } from '../../screens/shared/Failure.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { copyOf, draftOf, newDraft, type EntryDraft } from './draft.ts';
import { EntryPanel } from './EntryPanel.tsx';
import { MenuTree } from './MenuTree.tsx';
import { RemovedDialog } from './RemovedDialog.tsx';
import { stepOf, type Step, type Target } from './tree.ts';
import { useMenuActions, type EntryMove } from './useMenuActions.ts';
import { useMenus, type Menus } from './useMenus.ts';
import './menu.css';

/**
 * The open entry, stored or new. `openCount` increases each time an entry is opened, so that its editor is mounted
 * again.
 */
type OpenEntry = { id: string; openCount: number } | { isNew: true; start: EntryDraft; openCount: number } | null;

/** Returns the entries whose name, address or screen contains the search term, with their ancestors. */
function filterMenus(menus: Menus, term: string): Menus {
  if (term === '') return menus;
  const matchingRows = [...menus.rows.values()].filter(({ item, ...row }) =>
    `${titleOf({ item, ...row })} ${item.path ?? ''} ${item.component ?? ''}`.toLowerCase().includes(term),
  );
  const shownIds = new Set(matchingRows.flatMap(({ id }) => ancestryOf(menus.rows, id).map((row) => row.id)));
  return { ...menus, rows: rowMap([...menus.rows.values()].filter(({ id }) => shownIds.has(id))) };
}

/** The tree of the menu next to the selected entry; on a phone the entry is shown in a dialog. */
export function MenuManager({ title }: { title: string }) {
  const { load, menus, reload, refresh } = useMenus();
  const { confirm } = useFeedback();
  const isPhone = useNarrower(PHONE_WIDTH);
  const [open, setOpen] = useState<OpenEntry>(null);
  const [search, setSearch] = useState('');
  const [expanded, setExpanded] = useState<string[] | null>(null);
  const [isRemovedOpen, setRemovedOpen] = useState(false);
  const [lastMove, setLastMove] = useState<EntryMove | null>(null);
  const lastOpenCount = useRef(0);
  const isDirty = useRef(false);
  const onDirty = useCallback((next: boolean) => {
    isDirty.current = next;
  }, []);
  const actions = useMenuActions(menus, refresh);
  const term = search.trim().toLowerCase();
  const shown = useMemo(() => (menus ? filterMenus(menus, term) : null), [menus, term]);
  if (load.state === 'error' && !menus) return <Failure error={load.error} onRetry={reload} />;
  if (!menus || !shown) return <Skeleton active paragraph={{ rows: 10 }} />;

  const confirmAndOpen = (next: OpenEntry): void => {
    const proceed = (): void => setOpen(next);
    if (isDirty.current) confirm({ title: '放弃未保存的修改？', okText: '放弃', isDanger: true, onOk: proceed });
    else proceed();
  };
  const selected = open && 'id' in open ? menus.rows.get(open.id) : undefined;
  const ancestry = selected ? ancestryOf(menus.rows, selected.id) : [];
  /** The parent of a new entry: the selected group, or the group of the selected entry. */
  const parent =
    ancestry.find((row) => canHoldEntries(row)) ?? [...menus.rows.values()].find(({ parentId }) => parentId === null);
  const nextOpenCount = (): number => (lastOpenCount.current += 1);
  const move = async (id: string, target: Target): Promise<void> => {
    const moved = await actions.move(id, target);
    if (moved) setLastMove(moved);
  };
  const step = (next: Step): void => {
    const target = selected ? stepOf(menus.rows, selected.id, next) : null;
    if (selected && target) void move(selected.id, target);
  };
  const close = (): void => confirmAndOpen(null);
  const selectedDraft = selected ? draftOf(selected) : null;
  const start = open && 'isNew' in open ? open.start : selectedDraft;
  const panel =
    open && start ? (
      <EntryPanel
        key={open.openCount}
        start={start}
        lastMove={lastMove}
        row={selected}
        menus={menus}
        onDirty={onDirty}
        onStep={step}
        onCancel={close}
        onSaved={({ id }) => {
          const openCount = nextOpenCount();
          // another entry may have been opened while this one was being saved
          setOpen((now) => {
            if (now?.openCount !== open.openCount) return now;
            return isPhone ? null : 'isNew' in now ? { id, openCount } : now;
          });
          refresh();
        }}
        onCopy={() => {
          if (selected)
            confirmAndOpen({ isNew: true, openCount: nextOpenCount(), start: copyOf(selected, menus.rows) });
        }}
        onRemove={() => {
          if (selected) actions.remove(selected, () => setOpen(null));
        }}
        onReset={() => {
          if (selected) actions.reset(selected, () => setOpen(null));
        }}
      />
    ) : null;
  const visibleKeys =
    term === ''
      ? (expanded ?? [...menus.rows.values()].filter(({ parentId }) => parentId === null).map(({ id }) => id))
      : [...shown.rows.keys()];
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Input.Search
            className="sc-search"
            allowClear
            placeholder="名称、路径或界面"
            aria-label="查找菜单"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <Dropdown.Button
            type="primary"
            trigger={['click']}
            icon={<PlusOutlined aria-label="新建分组或模块" />}
            onClick={() =>
              confirmAndOpen({
                isNew: true,
                openCount: nextOpenCount(),
                start: newDraft('screen', parent?.id ?? null),
              })
            }
            buttonsRender={([left, right]) => [
              <span key="left" data-action="create">
                {left}
              </span>,
              <span key="right" data-action="create-more">
                {right}
              </span>,
            ]}
            menu={{
              items: [
                { key: 'group', label: '新建分组' },
                { key: 'module', label: '新建模块' },
              ],
              onClick: ({ key }) =>
                confirmAndOpen({
                  isNew: true,
                  openCount: nextOpenCount(),
                  start: newDraft(key as 'group' | 'module', key === 'module' ? null : (parent?.id ?? null)),
                }),
            }}
          >
            新建菜单
          </Dropdown.Button>
          <Button icon={<DeleteOutlined />} onClick={() => setRemovedOpen(true)} data-action="removed">
            已删除{menus.removed.length > 0 ? `（${menus.removed.length}）` : ''}
          </Button>
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
        </Space>
      </div>
      {load.state === 'error' ? <ReloadFailure error={load.error} onRetry={reload} /> : null}
      <div className="ds-menu" data-open={panel !== null || undefined}>
        <div className="ds-menu-side">
          {shown.rows.size === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的菜单" />
          ) : (
            <MenuTree
              menus={shown}
              selected={selected?.id ?? null}
              expanded={visibleKeys}
              canDrag={term === ''}
              onExpand={setExpanded}
              onSelect={(id) => confirmAndOpen({ id, openCount: nextOpenCount() })}
              onMove={(id, target) => void move(id, target)}
              onStep={step}
            />
          )}
          <p className="sc-note ds-menu-hint">
            拖动可调整位置；选中后也可按 Alt 和方向键移动。修改保存后立即到达所有人的菜单。
          </p>
        </div>
        {isPhone
          ? null
          : (panel ?? (
              <Empty
                className="ds-menu-none"
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description="在左侧选择菜单进行修改，或新建菜单"
              />
            ))}
      </div>
      {isPhone && panel ? (
        <Modal open title={null} footer={null} closable={false} onCancel={close} maskClosable={false}>
          {panel}
        </Modal>
      ) : null}
      {isRemovedOpen ? (
        <RemovedDialog
          removed={menus.removed}
          onRestore={(row) => void actions.restore(row)}
          onClose={() => setRemovedOpen(false)}
        />
      ) : null}
    </div>
  );
}

import { DeleteOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Empty, Input, Modal, Skeleton, Space } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { canHoldEntries, ancestryOf, rowMap, titleOf } from '../../domain/menu/index.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { Failure, ReloadFailure } from '../../screens/shared/Failure.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { copyOf, draftOf, newDraft, type EntryDraft } from './draft.ts';
import { EntryPanel } from './EntryPanel.tsx';
import { MenuTree } from './MenuTree.tsx';
import { RemovedDialog } from './RemovedDialog.tsx';
import { positionAfterStep, type MoveStep, type MenuPosition } from './tree.ts';
import { useMenuActions, type EntryMove } from './useMenuActions.ts';
import { useMenus, type Menus } from './useMenus.ts';
import './menu.css';

/**
 * The open entry: a stored one (`id`) or a new one with its initial input (`unchangedDraft`); null: none is open.
 * `openCount` increases each time an entry is opened, so that its editor is mounted again.
 */
type OpenEntry =
  | { id: string; openCount: number }
  | { isNew: true; unchangedDraft: EntryDraft; openCount: number }
  | null;

/** Returns the entries whose name, path or screen contains the term (in lower case), with their ancestors; '': all. */
function filterMenus(menus: Menus, term: string): Menus {
  if (term === '') return menus;
  const matchingRows = [...menus.rows.values()].filter((row) =>
    `${titleOf(row)} ${row.item.path ?? ''} ${row.item.component ?? ''}`.toLowerCase().includes(term),
  );
  const shownIds = new Set(matchingRows.flatMap(({ id }) => ancestryOf(menus.rows, id).map((row) => row.id)));
  return { ...menus, rows: rowMap([...menus.rows.values()].filter(({ id }) => shownIds.has(id))) };
}

/** The tree of the menu next to the selected entry; on a phone the entry is shown in a dialog. */
export function MenuManager({ title }: { title: string }) {
  const { load, menus, reload, refresh } = useMenus();
  const { confirm } = useFeedback();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [openEntry, setOpenEntry] = useState<OpenEntry>(null);
  const [search, setSearch] = useState('');
  const [expandedIds, setExpandedIds] = useState<string[] | null>(null);
  const [isRemovedDialogOpen, setRemovedDialogOpen] = useState(false);
  const [lastMove, setLastMove] = useState<EntryMove | null>(null);
  const lastOpenCount = useRef(0);
  const isDirty = useRef(false);
  const onDirty = useCallback((next: boolean) => {
    isDirty.current = next;
  }, []);
  const actions = useMenuActions(menus, refresh);
  const term = search.trim().toLowerCase();
  const shownMenus = useMemo(() => (menus ? filterMenus(menus, term) : null), [menus, term]);
  if (load.state === 'error' && !menus) return <Failure error={load.error} onRetry={reload} />;
  if (!menus || !shownMenus) return <Skeleton active paragraph={{ rows: 10 }} />;

  const confirmAndOpen = (next: OpenEntry): void => {
    const proceed = (): void => setOpenEntry(next);
    if (isDirty.current) confirm({ title: '放弃未保存的修改？', okText: '放弃', isDanger: true, onOk: proceed });
    else proceed();
  };
  const selectedRow = openEntry && 'id' in openEntry ? menus.rows.get(openEntry.id) : undefined;
  const ancestry = selectedRow ? ancestryOf(menus.rows, selectedRow.id) : [];
  /** The parent of a new entry: the selected group or module, or that of the selected entry; else the first module. */
  const parent =
    ancestry.find((row) => canHoldEntries(row)) ?? [...menus.rows.values()].find(({ parentId }) => parentId === null);
  const nextOpenCount = (): number => (lastOpenCount.current += 1);
  const move = async (id: string, target: MenuPosition): Promise<void> => {
    const entryMove = await actions.move(id, target);
    if (entryMove) setLastMove(entryMove);
  };
  const moveSelected = (step: MoveStep): void => {
    const target = selectedRow ? positionAfterStep(menus.rows, selectedRow.id, step) : null;
    if (selectedRow && target) void move(selectedRow.id, target);
  };
  const close = (): void => confirmAndOpen(null);
  const selectedDraft = selectedRow ? draftOf(selectedRow) : null;
  const unchangedDraft = openEntry && 'isNew' in openEntry ? openEntry.unchangedDraft : selectedDraft;
  const panel =
    openEntry && unchangedDraft ? (
      <EntryPanel
        key={openEntry.openCount}
        unchangedDraft={unchangedDraft}
        lastMove={lastMove}
        row={selectedRow}
        menus={menus}
        onDirty={onDirty}
        onStep={moveSelected}
        onCancel={close}
        onSaved={({ id }) => {
          const openCount = nextOpenCount();
          // another entry may have been opened while this one was being saved
          setOpenEntry((current) => {
            if (current?.openCount !== openEntry.openCount) return current;
            if (isPhone) return null;
            return 'isNew' in current ? { id, openCount } : current;
          });
          refresh();
        }}
        onCopy={() => {
          if (selectedRow)
            confirmAndOpen({
              isNew: true,
              openCount: nextOpenCount(),
              unchangedDraft: copyOf(selectedRow, menus.rows),
            });
        }}
        onRemove={() => {
          if (selectedRow) actions.remove(selectedRow, () => setOpenEntry(null));
        }}
        onReset={() => {
          if (selectedRow) actions.reset(selectedRow, () => setOpenEntry(null));
        }}
      />
    ) : null;
  const shownExpandedIds =
    term === ''
      ? (expandedIds ?? [...menus.rows.values()].filter(({ parentId }) => parentId === null).map(({ id }) => id))
      : [...shownMenus.rows.keys()];
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
                unchangedDraft: newDraft('screen', parent?.id ?? null),
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
                  unchangedDraft: newDraft(key as 'group' | 'module', key === 'module' ? null : (parent?.id ?? null)),
                }),
            }}
          >
            新建菜单
          </Dropdown.Button>
          <Button icon={<DeleteOutlined />} onClick={() => setRemovedDialogOpen(true)} data-action="removed">
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
          {shownMenus.rows.size === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的菜单" />
          ) : (
            <MenuTree
              menus={shownMenus}
              selectedId={selectedRow?.id ?? null}
              expandedIds={shownExpandedIds}
              canDrag={term === ''}
              onExpand={setExpandedIds}
              onSelect={(id) => confirmAndOpen({ id, openCount: nextOpenCount() })}
              onMove={(id, target) => void move(id, target)}
              onStep={moveSelected}
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
      {isRemovedDialogOpen ? (
        <RemovedDialog
          removed={menus.removed}
          onRestore={(row) => void actions.restore(row)}
          onClose={() => setRemovedDialogOpen(false)}
        />
      ) : null}
    </div>
  );
}

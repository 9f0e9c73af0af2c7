import { useImperativeHandle, useState, type ReactNode, type RefObject } from 'react';
import { Dropdown, type MenuProps } from 'antd';
import { rowAddMethods } from '../../../rules/tables.ts';
import { notice } from '../../../runtime/host/notice.ts';
import { leadWidth } from '../columns.ts';
import { useTable, type TableModel } from '../model.ts';
import { selectedBlock } from './block.ts';
import { selectedCells } from './selectedCells.ts';
import { readClipboard } from './clipboard.ts';
import { fillDown, fillRight } from './fill.ts';
import { pasteBlock } from './pasteBlock.ts';
import { totalWidth } from './styles.ts';
import { FilterPanel } from '../read/FilterPanel.tsx';
import { mayUpdateFills } from '../watch/updateFills.ts';
import type { GridControl } from './useGridControl.ts';

/** Position of a context menu in px of the window, its column, and whether the menu is for the column header. */
export interface MenuPosition {
  x: number;
  y: number;
  column: string;
  isHeader: boolean;
}
export interface MenuOpener {
  open(position: MenuPosition): void;
  isOpen(): boolean;
}

/** Maximum share of the grid's width for frozen columns, so that other columns can still be scrolled. */
const MAX_FROZEN_SHARE = 0.7;

/** Moves the focus into the opened menu. */
const MENU_FOCUS = { autoFocus: true };

type Item = NonNullable<MenuProps['items']>[number] & { run?(): void };

const itemLabel = (text: string, action: string, keys = ''): ReactNode => (
  <span className="st-menu-item" data-action={action}>
    <span>{text}</span>
    {keys && <kbd>{keys}</kbd>}
  </span>
);

/** Menu items of a column: freeze, unfreeze, reset widths. */
function columnItems(model: TableModel, { column }: MenuPosition, gridWidth: number): Item[] {
  const { layout, freeze, resetLayout, isCustomized } = model;
  const position = layout.findIndex((item) => item.column.key === column);
  const isLastFrozen = layout[position]?.fixed === 'left' && layout[position + 1]?.fixed !== 'left';
  const isTooWide = leadWidth(model) + totalWidth(layout.slice(0, position + 1)) > gridWidth * MAX_FROZEN_SHARE;
  return [
    {
      key: 'freeze',
      label: itemLabel('冻结至此列', 'freeze-column'),
      disabled: isLastFrozen || isTooWide,
      ...(isTooWide && !isLastFrozen ? { title: '冻结的列太宽，请先缩小列宽' } : {}),
      run: () => freeze(column),
    },
    {
      key: 'unfreeze',
      label: itemLabel('取消冻结', 'unfreeze-columns'),
      disabled: !layout.some((item) => item.fixed === 'left'),
      run: () => freeze(null),
    },
    {
      key: 'reset',
      label: itemLabel('恢复默认列宽和冻结', 'reset-columns'),
      disabled: !isCustomized,
      run: resetLayout,
    },
  ];
}

/**
 * Menu item 更新本列带出 of a relation that fills other columns: fills them again. Empty for any other column, or if the
 * person may change the relation in no row.
 */
function updateFillsItems(model: TableModel, { column }: MenuPosition): Item[] {
  const relation = model.table.columns.find(({ key }) => key === column);
  if (!relation || !mayUpdateFills(model, relation)) return [];
  return [
    {
      key: 'updateFills',
      label: itemLabel('更新本列带出', 'update-fills'),
      run: () => model.openFillChangesDialog(relation),
    },
    { type: 'divider' },
  ];
}

/** Menu items of a read-only table: sort and filter. */
function sortFilterItems({ sortFilterControl }: TableModel, { column }: MenuPosition, onFilter: () => void): Item[] {
  if (sortFilterControl === null) return [];
  const {
    sortAndFilter: { sort, filterTexts },
    sort: sortBy,
  } = sortFilterControl;
  const currentSort = sort?.column === column ? sort : null;
  return [
    {
      key: 'up',
      label: itemLabel('升序', 'sort-up'),
      disabled: currentSort?.isDescending === false,
      run: () => sortBy(column, false),
    },
    {
      key: 'down',
      label: itemLabel('降序', 'sort-down'),
      disabled: currentSort?.isDescending === true,
      run: () => sortBy(column, true),
    },
    ...(currentSort
      ? [{ key: 'unsort', label: itemLabel('恢复原来的顺序', 'sort-off'), run: () => sortBy(column, null) }]
      : []),
    {
      key: 'filter',
      label: itemLabel(filterTexts.has(column) ? '筛选…（已筛选）' : '筛选…', 'filter-column'),
      run: onFilter,
    },
    { type: 'divider' },
  ];
}

/** Pastes from the menu; if the browser denies access to the clipboard, shows a message with the shortcut. */
async function pasteFromClipboard(model: TableModel): Promise<void> {
  const source = await readClipboard();
  if (source === null) notice('info', '浏览器不允许从菜单粘贴，请按 Ctrl+V');
  else await pasteBlock(model, source);
}

function cellItems(model: TableModel, control: GridControl): Item[] {
  const { store, layout, rights, actions, remove } = model;
  const block = selectedBlock(store, layout);
  if (block === null) return [];
  const ids = store.rows
    .all()
    .slice(block.top, block.bottom + 1)
    .map((row) => row.id);
  const insertRow = (index: number): void => {
    if (actions.add({}, index) !== null) control.activateRow(index);
  };
  return [
    { key: 'copy', label: itemLabel('复制', 'copy-cells', 'Ctrl+C'), run: () => control.copy(false) },
    {
      key: 'copyHeads',
      label: itemLabel('复制（含列名）', 'copy-with-heads', 'Ctrl+Alt+C'),
      run: () => control.copy(true),
    },
    ...(!model.isEditMode
      ? []
      : [
          {
            key: 'cut',
            label: itemLabel('剪切', 'cut-cells', 'Ctrl+X'),
            disabled: !rights.edit && !rights.add,
            run: () => control.cut(),
          },
          {
            key: 'paste',
            label: itemLabel('粘贴', 'paste-cells', 'Ctrl+V'),
            disabled: !rights.edit && !rights.add,
            run: () => void pasteFromClipboard(model),
          },
          {
            key: 'clear',
            label: itemLabel('清空内容', 'clear-cells', 'Delete'),
            disabled: !rights.edit && !rights.add,
            run: () => actions.clear(selectedCells(model)),
          },
          { key: 'fillDown', label: itemLabel('向下填充', 'fill-down', 'Ctrl+D'), run: () => fillDown(model) },
          { key: 'fillRight', label: itemLabel('向右填充', 'fill-right', 'Ctrl+R'), run: () => fillRight(model) },
        ]),
    ...(rights.add && rowAddMethods(model.table.node).typed
      ? [
          { type: 'divider' as const },
          {
            key: 'above',
            label: itemLabel('在上方插入一行', 'insert-above'),
            disabled: actions.remainingRows() < 1,
            run: () => insertRow(block.top),
          },
          {
            key: 'below',
            label: itemLabel('在下方插入一行', 'insert-below'),
            disabled: actions.remainingRows() < 1,
            run: () => insertRow(block.bottom + 1),
          },
        ]
      : []),
    ...(rights.order
      ? [
          {
            key: 'up',
            label: itemLabel('上移', 'move-up', 'Alt+↑'),
            disabled: block.top === 0,
            run: () => {
              actions.move(block.top, ids.length, block.top - 1);
            },
          },
          {
            key: 'down',
            label: itemLabel('下移', 'move-down', 'Alt+↓'),
            disabled: block.bottom === store.rows.all().length - 1,
            run: () => {
              actions.move(block.top, ids.length, block.top + 1);
            },
          },
        ]
      : []),
    ...(rights.remove && ids.some(actions.mayRemove)
      ? [
          {
            key: 'remove',
            label: itemLabel(ids.length > 1 ? `删除这 ${ids.length} 行` : '删除此行', 'remove-selected'),
            danger: true,
            run: () => remove(ids),
          },
        ]
      : []),
  ];
}

/** The context menu of a cell or column header, mounted while open. */
export function GridMenu({
  opener,
  control,
  scroller,
}: {
  opener: RefObject<MenuOpener | null>;
  control: GridControl;
  scroller: RefObject<HTMLElement | null>;
}) {
  const model = useTable();
  const [position, setPosition] = useState<MenuPosition | null>(null);
  useImperativeHandle(opener, () => ({ open: setPosition, isOpen: () => position !== null }), [position]);
  const [filterPosition, setFilterPosition] = useState<MenuPosition | null>(null);
  if (filterPosition !== null && model.sortFilterControl !== null) {
    const { sortFilterControl } = model;
    const closeFilter = (): void => {
      setFilterPosition(null);
      control.focusKeyCapture();
    };
    return (
      <Dropdown
        open
        trigger={['click']}
        popupRender={() => (
          <FilterPanel column={filterPosition.column} sortFilterControl={sortFilterControl} onClose={closeFilter} />
        )}
        onOpenChange={(isOpen) => {
          if (!isOpen) closeFilter();
        }}
      >
        <span className="st-menu-at" style={{ left: filterPosition.x, top: filterPosition.y }} />
      </Dropdown>
    );
  }
  if (position === null) return null;
  const columnEntries = columnItems(model, position, scroller.current?.clientWidth ?? 0);
  const sortFilterEntries = sortFilterItems(model, position, () => setFilterPosition(position));
  const items: Item[] = position.isHeader
    ? [...updateFillsItems(model, position), ...sortFilterEntries, ...columnEntries]
    : [
        ...cellItems(model, control),
        { type: 'divider' },
        ...updateFillsItems(model, position),
        ...sortFilterEntries,
        ...columnEntries,
      ];
  const close = (): void => {
    setPosition(null);
    control.focusKeyCapture();
  };
  const menuItems = items.map(({ run: _run, ...item }) => item) as MenuProps['items'];
  const onClick: MenuProps['onClick'] = ({ key }) => {
    close();
    items.find((item) => item.key === key)?.run?.();
  };
  return (
    <Dropdown
      open
      {...MENU_FOCUS}
      trigger={['click']}
      menu={{ items: menuItems, onClick }}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <span className="st-menu-at" style={{ left: position.x, top: position.y }} />
    </Dropdown>
  );
}

import { useImperativeHandle, useState, type ReactNode, type RefObject } from 'react';
import { Dropdown, type MenuProps } from 'antd';
import { notice } from '../../../runtime/host/notice.ts';
import { leadOf } from '../columns.ts';
import { useTable, type TableModel } from '../model.ts';
import { blockOf } from './block.ts';
import { cellsOf } from './cells.ts';
import { clipboardBlock } from './clipboard.ts';
import { fillDown, fillRight } from './fill.ts';
import { pasteBlock } from './pasteBlock.ts';
import { totalWidth } from './styles.ts';
import { FilterPanel } from '../read/FilterPanel.tsx';
import type { GridControl } from './useGridControl.ts';

/** Where a menu was asked for, in px of the window, and for which column. */
export interface MenuPlace {
  x: number;
  y: number;
  column: string;
  isHead: boolean;
}
export interface MenuOpener {
  open(place: MenuPlace): void;
}

/** Frozen columns may take this part of the grid's width; beyond, nothing would be left to scroll. */
const FROZEN_PART = 0.7;

/** The keyboard goes into an opened menu, as it does into any. */
const INTO_MENU = { autoFocus: true };

type Item = NonNullable<MenuProps['items']>[number] & { run?(): void };

const label = (text: string, action: string, keys = ''): ReactNode => (
  <span className="st-menu-item" data-action={action}>
    <span>{text}</span>
    {keys && <kbd>{keys}</kbd>}
  </span>
);

/** What can be done with a column: keep it in sight, give it its width again. */
function columnItems(model: TableModel, { column }: MenuPlace, width: number): Item[] {
  const { layout, freeze, resetLayout, hasWish } = model;
  const position = layout.findIndex((item) => item.column.key === column);
  const isLast = layout[position]?.fixed === 'left' && layout[position + 1]?.fixed !== 'left';
  const isTooWide = leadOf(model) + totalWidth(layout.slice(0, position + 1)) > width * FROZEN_PART;
  return [
    {
      key: 'freeze',
      label: label('冻结至此列', 'freeze-column'),
      disabled: isLast || isTooWide,
      ...(isTooWide && !isLast ? { title: '冻结的列太宽，请先缩小列宽' } : {}),
      run: () => freeze(column),
    },
    {
      key: 'unfreeze',
      label: label('取消冻结', 'unfreeze-columns'),
      disabled: !layout.some((item) => item.fixed === 'left'),
      run: () => freeze(null),
    },
    { key: 'reset', label: label('恢复默认列宽和冻结', 'reset-columns'), disabled: !hasWish, run: resetLayout },
  ];
}

/** Order and choice of rows, for readers. */
function readItems({ reading }: TableModel, { column }: MenuPlace, onFilter: () => void): Item[] {
  if (reading === null) return [];
  const {
    wish: { sort, picked },
    sort: order,
  } = reading;
  const own = sort?.column === column ? sort : null;
  return [
    { key: 'up', label: label('升序', 'sort-up'), disabled: own?.isDown === false, run: () => order(column, false) },
    { key: 'down', label: label('降序', 'sort-down'), disabled: own?.isDown === true, run: () => order(column, true) },
    ...(own ? [{ key: 'unsort', label: label('恢复原来的顺序', 'sort-off'), run: () => order(column, null) }] : []),
    { key: 'filter', label: label(picked.has(column) ? '筛选…（已筛选）' : '筛选…', 'filter-column'), run: onFilter },
    { type: 'divider' },
  ];
}

/** Pastes by the menu; where the browser keeps the clipboard to itself, the keys still do it. */
async function pasteFromClipboard(model: TableModel): Promise<void> {
  const source = await clipboardBlock();
  if (source === null) notice('info', '浏览器不允许从菜单粘贴，请按 Ctrl+V');
  else await pasteBlock(model, source);
}

function cellItems(model: TableModel, control: GridControl): Item[] {
  const { store, layout, rights, actions, remove } = model;
  const block = blockOf(store, layout);
  if (block === null) return [];
  const ids = store.rows
    .all()
    .slice(block.top, block.bottom + 1)
    .map((row) => row.id);
  const insert = (at: number): void => {
    if (actions.add({}, at) !== null) control.goTo(at);
  };
  return [
    { key: 'copy', label: label('复制', 'copy-cells', 'Ctrl+C'), run: () => control.copy(false) },
    {
      key: 'copyHeads',
      label: label('复制（含列名）', 'copy-with-heads', 'Ctrl+Alt+C'),
      run: () => control.copy(true),
    },
    ...(!model.isLive
      ? []
      : [
          {
            key: 'cut',
            label: label('剪切', 'cut-cells', 'Ctrl+X'),
            disabled: !rights.edit && !rights.add,
            run: () => control.cut(),
          },
          {
            key: 'paste',
            label: label('粘贴', 'paste-cells', 'Ctrl+V'),
            disabled: !rights.edit && !rights.add,
            run: () => void pasteFromClipboard(model),
          },
          {
            key: 'clear',
            label: label('清空内容', 'clear-cells', 'Delete'),
            disabled: !rights.edit && !rights.add,
            run: () => actions.clear(cellsOf(model)),
          },
          { key: 'fillDown', label: label('向下填充', 'fill-down', 'Ctrl+D'), run: () => fillDown(model) },
          { key: 'fillRight', label: label('向右填充', 'fill-right', 'Ctrl+R'), run: () => fillRight(model) },
        ]),
    ...(rights.add
      ? [
          { type: 'divider' as const },
          {
            key: 'above',
            label: label('在上方插入一行', 'insert-above'),
            disabled: actions.room() < 1,
            run: () => insert(block.top),
          },
          {
            key: 'below',
            label: label('在下方插入一行', 'insert-below'),
            disabled: actions.room() < 1,
            run: () => insert(block.bottom + 1),
          },
        ]
      : []),
    ...(rights.order
      ? [
          {
            key: 'up',
            label: label('上移', 'move-up', 'Alt+↑'),
            disabled: block.top === 0,
            run: () => {
              actions.move(block.top, ids.length, block.top - 1);
            },
          },
          {
            key: 'down',
            label: label('下移', 'move-down', 'Alt+↓'),
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
            label: label(ids.length > 1 ? `删除这 ${ids.length} 行` : '删除此行', 'remove-selected'),
            danger: true,
            run: () => remove(ids),
          },
        ]
      : []),
  ];
}

/** The menu of a cell or of a column's head; exists while it is open. */
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
  const [place, setPlace] = useState<MenuPlace | null>(null);
  useImperativeHandle(opener, () => ({ open: setPlace }), []);
  const [filter, setFilter] = useState<MenuPlace | null>(null);
  if (filter !== null && model.reading !== null) {
    const { reading } = model;
    const done = (): void => {
      setFilter(null);
      control.focusKeys();
    };
    return (
      <Dropdown
        open
        trigger={['click']}
        popupRender={() => <FilterPanel column={filter.column} reading={reading} onClose={done} />}
        onOpenChange={(isOpen) => {
          if (!isOpen) done();
        }}
      >
        <span className="st-menu-at" style={{ left: filter.x, top: filter.y }} />
      </Dropdown>
    );
  }
  if (place === null) return null;
  const ofColumn = columnItems(model, place, scroller.current?.clientWidth ?? 0);
  const forReaders = readItems(model, place, () => setFilter(place));
  const items: Item[] = place.isHead
    ? [...forReaders, ...ofColumn]
    : [...cellItems(model, control), { type: 'divider' }, ...forReaders, ...ofColumn];
  const close = (): void => {
    setPlace(null);
    control.focusKeys();
  };
  const shown = items.map(({ run: _run, ...item }) => item) as MenuProps['items'];
  const onClick: MenuProps['onClick'] = ({ key }) => {
    close();
    items.find((item) => item.key === key)?.run?.();
  };
  return (
    <Dropdown
      open
      {...INTO_MENU}
      trigger={['click']}
      menu={{ items: shown, onClick }}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <span className="st-menu-at" style={{ left: place.x, top: place.y }} />
    </Dropdown>
  );
}

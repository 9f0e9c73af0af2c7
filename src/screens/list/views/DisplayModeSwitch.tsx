import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarsOutlined,
  CalendarOutlined,
  EnvironmentOutlined,
  GroupOutlined,
  PictureOutlined,
  ProjectOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { Dropdown, Button } from 'antd';
import type { ReactNode } from 'react';
import type { CompiledList } from '../compile.ts';
import {
  boardFields,
  calendarFields,
  treeFields,
  type DisplayMode,
  type DisplayField,
  type DisplayKind,
} from './displayModes.ts';

const NAMES: Readonly<Record<DisplayKind, string>> = {
  table: '表格',
  cards: '卡片',
  board: '看板',
  calendar: '日历',
  tree: '树',
  group: '分组表格',
  gantt: '甘特图',
  gallery: '画廊',
  map: '地图',
};
const ICONS: Readonly<Record<DisplayKind, ReactNode>> = {
  table: <TableOutlined />,
  cards: <AppstoreOutlined />,
  board: <ProjectOutlined />,
  calendar: <CalendarOutlined />,
  tree: <ApartmentOutlined />,
  group: <GroupOutlined />,
  gantt: <BarsOutlined />,
  gallery: <PictureOutlined />,
  map: <EnvironmentOutlined />,
};

const fieldTitleOf = (list: CompiledList, { by }: DisplayMode): string =>
  [...list.columns, ...treeFields(list)].find(({ field }) => field === by)?.title ?? by;

/**
 * Selects the display mode of a list. Modes such as board and calendar are offered if the form has a suitable field.
 */
export function DisplayModeSwitch({
  list,
  displayMode,
  onChange,
}: {
  list: CompiledList;
  displayMode: DisplayMode;
  onChange(displayMode: DisplayMode): void;
}) {
  const itemsFor = (kind: DisplayKind, fields: readonly DisplayField[], labelPattern: string) =>
    fields.map(({ field, title }) => ({
      key: `${kind}.${field}`,
      icon: ICONS[kind],
      label: `${NAMES[kind]}（${labelPattern.replace('…', title)}）`,
    }));
  const items = [
    { key: 'table.', icon: ICONS.table, label: NAMES.table },
    { key: 'cards.', icon: ICONS.cards, label: NAMES.cards },
    ...(list.gallery === null ? [] : [{ key: 'gallery.', icon: ICONS.gallery, label: NAMES.gallery }]),
    ...(list.map === null ? [] : [{ key: 'map.', icon: ICONS.map, label: NAMES.map }]),
    ...itemsFor('group', boardFields(list), '按…'),
    ...itemsFor('board', boardFields(list), '按…'),
    ...itemsFor('calendar', calendarFields(list), '…'),
    ...(list.gantt ? [{ key: 'gantt.', icon: ICONS.gantt, label: NAMES.gantt }] : []),
    ...itemsFor('tree', treeFields(list), '按…'),
  ];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [`${displayMode.kind}.${displayMode.by}`],
        onClick: ({ key }) => {
          const [kind = '', field = ''] = key.split(/\.(.*)/s);
          onChange({ kind: kind as DisplayKind, by: field });
        },
      }}
    >
      <Button icon={ICONS[displayMode.kind]} data-action="look">
        {NAMES[displayMode.kind]}
        {displayMode.by === '' ? '' : `（${fieldTitleOf(list, displayMode)}）`}
      </Button>
    </Dropdown>
  );
}

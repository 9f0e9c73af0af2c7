import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarsOutlined,
  CalendarOutlined,
  GroupOutlined,
  PictureOutlined,
  ProjectOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { Dropdown, Button } from 'antd';
import type { ReactNode } from 'react';
import type { CompiledList } from '../compile.ts';
import { boardFields, calendarFields, treeFields, type ListLook, type LookField, type LookKind } from './looks.ts';

const NAMES: Readonly<Record<LookKind, string>> = {
  table: '表格',
  cards: '卡片',
  board: '看板',
  calendar: '日历',
  tree: '树',
  group: '分组表格',
  gantt: '甘特图',
  gallery: '画廊',
};
const ICONS: Readonly<Record<LookKind, ReactNode>> = {
  table: <TableOutlined />,
  cards: <AppstoreOutlined />,
  board: <ProjectOutlined />,
  calendar: <CalendarOutlined />,
  tree: <ApartmentOutlined />,
  group: <GroupOutlined />,
  gantt: <BarsOutlined />,
  gallery: <PictureOutlined />,
};

const titleOf = (list: CompiledList, { by }: ListLook): string =>
  [...list.columns, ...treeFields(list)].find(({ field }) => field === by)?.title ?? by;

/** Chooses how a list shows its records; a board and a calendar are offered where the form has a field for them. */
export function LookSwitch({
  list,
  look,
  onChange,
}: {
  list: CompiledList;
  look: ListLook;
  onChange(look: ListLook): void;
}) {
  const by = (kind: LookKind, fields: readonly LookField[], words: string) =>
    fields.map(({ field, title }) => ({
      key: `${kind}.${field}`,
      icon: ICONS[kind],
      label: `${NAMES[kind]}（${words.replace('…', title)}）`,
    }));
  const items = [
    { key: 'table.', icon: ICONS.table, label: NAMES.table },
    { key: 'cards.', icon: ICONS.cards, label: NAMES.cards },
    ...(list.gallery === null ? [] : [{ key: 'gallery.', icon: ICONS.gallery, label: NAMES.gallery }]),
    ...by('group', boardFields(list), '按…'),
    ...by('board', boardFields(list), '按…'),
    ...by('calendar', calendarFields(list), '…'),
    ...(list.gantt ? [{ key: 'gantt.', icon: ICONS.gantt, label: NAMES.gantt }] : []),
    ...by('tree', treeFields(list), '按…'),
  ];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [`${look.kind}.${look.by}`],
        onClick: ({ key }) => {
          const [kind = '', field = ''] = key.split(/\.(.*)/s);
          onChange({ kind: kind as LookKind, by: field });
        },
      }}
    >
      <Button icon={ICONS[look.kind]} data-action="look">
        {NAMES[look.kind]}
        {look.by === '' ? '' : `（${titleOf(list, look)}）`}
      </Button>
    </Dropdown>
  );
}

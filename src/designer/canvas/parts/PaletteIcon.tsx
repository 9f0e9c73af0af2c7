import {
  AppstoreAddOutlined,
  BarChartOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  DesktopOutlined,
  FontSizeOutlined,
  LayoutOutlined,
  PaperClipOutlined,
  TableOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

const ICONS: Readonly<Record<string, ComponentType>> = {
  text: FontSizeOutlined,
  choice: CheckSquareOutlined,
  date: CalendarOutlined,
  people: TeamOutlined,
  file: PaperClipOutlined,
  relation: TableOutlined,
  layout: LayoutOutlined,
  template: AppstoreAddOutlined,
  figure: BarChartOutlined,
  records: TableOutlined,
  desk: DesktopOutlined,
};

/** What kind of thing an item of the palette is. */
export function PaletteIcon({ group }: { group: string }) {
  const Icon = ICONS[group] ?? ToolOutlined;
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  );
}

import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import type { ColumnChoice } from './columnChoice.ts';
import type { ListColumn } from './compile.ts';

export function ColumnSettings({ columns, choice }: { columns: readonly ListColumn[]; choice: ColumnChoice }) {
  const isLast = choice.shown.length === 1;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="显示的列"
      content={
        <div className="sc-columns">
          {columns.map((column) => (
            <Checkbox
              key={column.field}
              checked={choice.isShown(column.field)}
              disabled={isLast && choice.isShown(column.field)}
              onChange={(event) => choice.toggle(column.field, event.target.checked)}
            >
              {column.title}
            </Checkbox>
          ))}
          <Button type="link" size="small" onClick={choice.restore}>
            恢复默认
          </Button>
        </div>
      }
    >
      <Button icon={<SettingOutlined />} data-action="columns">
        列设置
      </Button>
    </Popover>
  );
}

import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';

/** The menu beside 导出, which exports the columns that the list shows: all fields of the form instead. */
export function ExportMore({ onExportAll }: { onExportAll(): void }) {
  return (
    <Dropdown trigger={['click']} menu={{ items: [{ key: 'all', label: '导出全部字段', onClick: onExportAll }] }}>
      <Button icon={<DownOutlined />} aria-label="更多导出方式" data-action="export-more" />
    </Dropdown>
  );
}

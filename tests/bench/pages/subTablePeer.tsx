import { Table } from 'antd';
import { mountAndSettle } from './mount.tsx';

const COLUMNS = Array.from({ length: 20 }, (_v, c) => ({ title: `列${c}`, dataIndex: `c${c}`, width: 120 }));
const rows = Array.from({ length: 10_000 }, (_v, r) => ({ id: String(r), ...Object.fromEntries(COLUMNS.map(({ dataIndex }, c) => [dataIndex, `${r}-${c}`])) }));

export const cases = {
  'antd-virtual-10000': () => mountAndSettle(<Table virtual columns={COLUMNS} dataSource={rows} rowKey="id" pagination={false} size="small" scroll={{ x: 2400, y: 560 }} />),
};

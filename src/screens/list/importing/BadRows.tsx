import { List } from 'antd';
import type { ImportProgress } from '../../../runtime/services/records.ts';

/** The first refused rows of an import, each with its errors. */
export function BadRows({ progress, title }: { progress: ImportProgress; title: string }) {
  const { bad, refused } = progress;
  return (
    <List
      size="small"
      header={`${title}${refused > bad.length ? `（前 ${bad.length} 行）` : ''}`}
      dataSource={bad}
      className="sc-import-bad"
      rowKey="row"
      renderItem={({ row, message }) => (
        <List.Item>
          第 {row} 行：{message}
        </List.Item>
      )}
    />
  );
}

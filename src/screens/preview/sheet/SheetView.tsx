import { Alert, Empty, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { PreviewLoading } from '../PreviewLoading.tsx';
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { readSheets } from './readSheets.ts';
import { SheetGrid } from './SheetGrid.tsx';
import type { Sheet } from './workbook.ts';

/** A workbook with one tab per sheet. */
export function SheetView({ content, onFail }: { content: Blob; onFail(error: unknown): void }) {
  const [sheets, setSheets] = useState<readonly Sheet[] | null>(null);
  const [activeKey, setActiveKey] = useState('0');
  useEffect(() => {
    let isCurrent = true;
    readSheets(content).then(
      (loadedSheets) => {
        if (isCurrent) setSheets(loadedSheets);
      },
      (error: unknown) => {
        if (isCurrent) onFail(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [content, onFail]);
  if (sheets === null) return <PreviewLoading />;
  const sheet = sheets[Number(activeKey)];
  return (
    <div className="pv-book" data-preview="sheet">
      {sheet.isCut && (
        <Alert
          type="info"
          showIcon
          message={`此工作表较大，仅显示前 ${MAX_ROWS} 行、${MAX_COLUMNS} 列，完整内容请下载查看`}
        />
      )}
      {sheet.rows.length === 0 ? (
        <Empty className="pv-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description="此工作表没有内容" />
      ) : (
        <SheetGrid key={activeKey} sheet={sheet} />
      )}
      {sheets.length > 1 && (
        <Tabs
          className="pv-tabs"
          type="card"
          size="small"
          tabPosition="bottom"
          activeKey={activeKey}
          onChange={setActiveKey}
          items={sheets.map(({ name }, index) => ({ key: String(index), label: name }))}
        />
      )}
    </div>
  );
}

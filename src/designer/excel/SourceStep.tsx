import { InboxOutlined } from '@ant-design/icons';
import { Button, Divider, Input, Upload } from 'antd';
import { useState } from 'react';
import { readLabels } from './readLabels.ts';
import { readTables } from './readTables.ts';
import type { SheetTable } from './sheetTable.ts';

/** The source of new forms. `excel`: a workbook. `text`: a text document, or typed labels, one in each line. */
export type SourceKind = 'excel' | 'text';

export const SOURCE_TITLES: Readonly<Record<SourceKind, string>> = {
  excel: '从 Excel 新建表单',
  text: '从 Word 或文字新建表单',
};

interface Props {
  source: SourceKind;
  isReading: boolean;
  /**
   * Called with the selected source. `name`: the file name; a fixed name for typed lines. `loadTables` reads the
   * source.
   */
  onSourceSelected(name: string, loadTables: () => Promise<readonly SheetTable[]>): void;
}

const EXAMPLE_LINES = `用车申请单
申请人（必填）
用车日期（日期，必填）
车辆类型：轿车/商务车/货车
乘车人数
是否跨市：□是 □否
预计费用（元）
用车事由：`;

async function workbookTables(file: File): Promise<readonly SheetTable[]> {
  const tables = await readTables(file);
  if (tables.length === 0) throw new RangeError('没有找到带表头的工作表：第一行应为列名');
  return tables;
}

async function documentTables(file: File): Promise<readonly SheetTable[]> {
  const { readWord } = await import('./readWord.ts');
  return readWord(file);
}

/** The first step: selecting a file or typing lines. */
export function SourceStep({ source, isReading, onSourceSelected }: Props) {
  const [typedText, setTypedText] = useState('');
  const isText = source === 'text';
  return (
    <>
      <Upload.Dragger
        accept={isText ? '.docx' : '.xlsx,.xls'}
        showUploadList={false}
        disabled={isReading}
        beforeUpload={(file) => {
          onSourceSelected(file.name, () => (isText ? documentTables(file) : workbookTables(file)));
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">
          {isReading ? '正在读取…' : isText ? '点击选择或拖入 Word 文档（.docx）' : '点击选择或拖入 Excel 文件'}
        </p>
        <p className="ant-upload-hint">
          {isText
            ? '“姓名｜空格”这样的表格成为一个表单，带表头的表格各成为一个；类型、选项、必填可在下一步修改'
            : '每个工作表成为一个表单，表头成为字段；类型、选项、必填由内容推断，可在下一步修改'}
        </p>
      </Upload.Dragger>
      {isText ? (
        <>
          <Divider plain>或</Divider>
          <Input.TextArea
            aria-label="字段，每行一个"
            rows={9}
            maxLength={20_000}
            placeholder={`粘贴或输入字段，每行一个，例如：\n${EXAMPLE_LINES}`}
            value={typedText}
            onChange={(event) => setTypedText(event.target.value)}
          />
          <Button
            type="primary"
            style={{ marginTop: 12 }}
            disabled={typedText.trim() === '' || isReading}
            onClick={() => onSourceSelected('文字', async () => [readLabels(typedText)])}
          >
            识别字段
          </Button>
        </>
      ) : null}
    </>
  );
}

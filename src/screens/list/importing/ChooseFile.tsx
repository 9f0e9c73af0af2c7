import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';

interface Props {
  onFile(file: File): void;
  onTemplate(): Promise<void>;
}

/** Upload area for a spreadsheet, with a link to an empty template. */
export function ChooseFile({ onFile, onTemplate }: Props) {
  return (
    <>
      <Upload.Dragger
        accept=".xlsx"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          onFile(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">点击或拖入 .xlsx 文件</p>
        <p className="ant-upload-hint">首行为表头，列名与表单字段一致；导入前会先检查并预览</p>
      </Upload.Dragger>
      <Button
        type="link"
        icon={<DownloadOutlined />}
        data-action="import-template"
        onClick={() => void onTemplate()}
        style={{ paddingInline: 0, marginTop: 8 }}
      >
        下载模板（带必填标记和下拉选项）
      </Button>
    </>
  );
}

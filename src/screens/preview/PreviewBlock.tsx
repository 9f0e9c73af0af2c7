import { Button, Result } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { Suspense, useCallback, useState } from 'react';
import type { FilePreviewNode } from '../../grammar/nodes.ts';
import { extensionOf } from '../../domain/fileValue.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import { failureText, notice } from '../../runtime/host/notice.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { usePageNavigation, type Query } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { DocTextView } from './DocTextView.tsx';
import { loadPreview, type Preview } from './loadPreview.ts';
import { PictureView } from './PictureView.tsx';
import { PreviewLoading } from './PreviewLoading.tsx';
import './preview.css';

// each view has its own file reader, loaded when a file of its type is opened
const DocxView = lazyFace(async () => (await import('./docx/DocxView.tsx')).DocxView);
const SheetView = lazyFace(async () => (await import('./sheet/SheetView.tsx')).SheetView);
const PdfView = lazyFace(async () => (await import('./pdf/PdfView.tsx')).PdfView);

/**
 * FE-001…003: preview page of an attached file. Query: `id` of the file; `fileName` and `fileType` are shown as title
 * until the file is loaded; `isEdit=1` disables the preview of office files (PV-002).
 */
export function PreviewBlock({ node }: BlockProps<FilePreviewNode>) {
  const services = useServices();
  const { query } = usePageNavigation();
  const id = query.id ?? '';
  const { load, reload } = useLoad(() => loadPreview(services, id, query.isEdit === '1'), [services, id, query.isEdit]);
  const file = load.value?.file ?? null;
  const name = file?.fileName || nameFromQuery(query) || node.title || '文件预览';
  const download = (): void => {
    if (file) services.files.open(file, 'download').catch((error: unknown) => notice('error', failureText(error)));
  };
  return (
    <section className="pv" data-file={id}>
      <header className="pv-head">
        <h2 title={name}>{name}</h2>
        {file && (
          <Button icon={<DownloadOutlined />} data-action="download" onClick={download}>
            下载
          </Button>
        )}
      </header>
      {load.state === 'error' ? (
        <Failure title="文件没有打开" error={load.error} onRetry={reload} />
      ) : !load.value ? (
        <PreviewLoading />
      ) : (
        <PreviewContent key={id} preview={load.value} onDownload={download} />
      )}
    </section>
  );
}

const nameFromQuery = ({ fileName = '', fileType = '' }: Query): string =>
  fileName !== '' && fileType !== '' && !fileName.includes('.') ? `${fileName}.${fileType}` : fileName;

function PreviewContent({ preview, onDownload }: { preview: Preview; onDownload(): void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const onFail = useCallback((error: unknown) => setFailure(error), []);
  const { file, content, refusal } = preview;
  if (refusal !== null || failure !== null) {
    return (
      <Result
        status="info"
        title="不能在线预览"
        subTitle={refusal ?? messageOf(failure)}
        extra={
          <Button type="primary" icon={<DownloadOutlined />} data-action="download" onClick={onDownload}>
            下载文件
          </Button>
        }
      />
    );
  }
  return (
    <NodeBoundary tag="filePreview" path={[]}>
      <Suspense fallback={<PreviewLoading />}>{viewOf(file, content, onFail)}</Suspense>
    </NodeBoundary>
  );
}

function viewOf(file: FileRecord, content: Blob | null, onFail: (error: unknown) => void) {
  if (content === null) return <DocTextView file={file} onFail={onFail} />;
  switch (extensionOf(file)) {
    case 'docx':
      return <DocxView content={content} name={file.fileName} onFail={onFail} />;
    case 'xlsx':
    case 'xls':
      return <SheetView content={content} onFail={onFail} />;
    case 'pdf':
      return <PdfView content={content} name={file.fileName} onFail={onFail} />;
    default:
      return <PictureView content={content} name={file.fileName} onFail={onFail} />;
  }
}

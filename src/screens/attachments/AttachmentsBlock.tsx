import { useContext, useRef } from 'react';
import { DeleteOutlined, PaperClipOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Empty, Popconfirm, Skeleton, type ButtonProps } from 'antd';
import type { AttachmentsNode } from '../../grammar/nodes.ts';
import { RecordPageContext, useServices } from '../../runtime/contexts.ts';
import { notifyAttachmentsChanged } from '../../runtime/host/attachmentChanges.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Attachment } from '../../runtime/services/files.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { openingOf } from '../../widgets/el-upload/fileOpening.ts';
import { SaveFileButton } from '../../widgets/el-upload/SaveFileButton.tsx';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { mayAttachFiles, useAttachFiles } from './useAttachFiles.ts';
import './attachments.css';

/** Returns the attribute `data-action` for a button. */
const actionAttribute = (name: string): ButtonProps => ({ 'data-action': name }) as ButtonProps;

/** The files of a business object, for phones (FR-010, FR-013), where files may come from the camera. */
export function AttachmentsBlock({ node }: BlockProps<AttachmentsNode>) {
  const services = useServices();
  const navigation = usePageNavigation();
  const { message } = useFeedback();
  // on a record page the record takes precedence over the address
  const page = useContext(RecordPageContext);
  const busId = page ? (page.record.id ?? '') : navigation.query.busId || navigation.query.id || '';
  const busType = node.busType ?? page?.formKey ?? navigation.query.busType ?? '';
  const { load, reload, refresh } = useLoad(async () => {
    if (busId === '' || busType === '') throw new ServiceError('404', '地址中缺少业务编号或业务类型');
    const [files, mayAdd] = await Promise.all([
      services.attachments.list(busId, busType),
      node.readonly ? false : mayAttachFiles(services, busId, busType),
    ]);
    return { files, mayAdd };
  }, [services, busId, busType, node.readonly]);
  const input = useRef<HTMLInputElement>(null);
  const refreshAfterChange = (): void => {
    refresh();
    notifyAttachmentsChanged(busId);
  };
  const upload = useAttachFiles({ busId, busType, onDone: refreshAfterChange });
  if (load.state === 'error') return <Failure title="附件没有打开" error={load.error} onRetry={reload} />;
  if (load.value === undefined) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { files, mayAdd } = load.value;

  const open = (file: Attachment): void => openingOf(services, file, true).open();
  const remove = (file: Attachment): Promise<void> =>
    services.attachments.remove(file.busiAttId).then(refreshAfterChange, (error: unknown) => {
      message.error(messageOf(error));
    });
  const pick = (chosenFiles: FileList | null): void => {
    void upload.send([...(chosenFiles ?? [])]);
    if (input.current) input.current.value = '';
  };
  return (
    <section className="at" data-attachments={busType}>
      <h2>{node.title ?? '附件'}</h2>
      {node.help ? <p className="at-help">{node.help}</p> : null}
      {mayAdd ? (
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept={node.accept}
            aria-label="选择文件"
            onChange={(event) => pick(event.target.files)}
          />
          <Button
            block
            size="large"
            icon={<UploadOutlined />}
            loading={upload.isBusy}
            onClick={() => input.current?.click()}
            {...actionAttribute('pick-files')}
          >
            {upload.isBusy ? `正在上传 ${upload.percent}%` : '拍照或选择文件'}
          </Button>
        </>
      ) : null}
      {files.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有附件" />
      ) : (
        <ul>
          {files.map((file) => (
            <li key={file.busiAttId} data-attachment={file.id}>
              <Button type="link" icon={<PaperClipOutlined />} onClick={() => open(file)}>
                <span>{file.fileName}</span>
              </Button>
              <SaveFileButton file={file} />
              {node.readonly || file.mayRemove === false ? null : (
                <Popconfirm
                  title={`移除“${file.fileName}”吗？`}
                  okText="移除"
                  cancelText="取消"
                  okButtonProps={{ danger: true, ...actionAttribute('confirm-remove') }}
                  onConfirm={() => remove(file)}
                >
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={`移除${file.fileName}`}
                    {...actionAttribute('remove-file')}
                  />
                </Popconfirm>
              )}
            </li>
          ))}
        </ul>
      )}
      {node.doneTo && files.length > 0 ? (
        <Button
          block
          type="primary"
          size="large"
          disabled={upload.isBusy}
          onClick={() => navigation.go(node.doneTo as string)}
          {...actionAttribute('done')}
        >
          完成
        </Button>
      ) : null}
    </section>
  );
}

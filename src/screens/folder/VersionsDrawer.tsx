import { UploadOutlined } from '@ant-design/icons';
import { Button, Drawer, Input, List, Skeleton, type ButtonProps } from 'antd';
import { useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { sizeText } from '../../widgets/el-upload/sizeText.ts';
import { openFile, openingOf } from '../../widgets/el-upload/fileOpening.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import type { DocumentVersion, FolderCalls, FolderDocument } from './folderCalls.ts';
import { useUploads } from './useUploads.ts';

interface Props {
  document: FolderDocument;
  mayWrite: boolean;
  calls: FolderCalls;
  onChanged(): void;
  onClose(): void;
}

/** The versions of a document, the latest first: open, download, restore, and upload the next version. */
export function VersionsDrawer({ document, mayWrite, calls, onChanged, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message, confirm } = useFeedback();
  const { load, reload, refresh } = useLoad(() => calls.versions(document.id), [calls, document.id]);
  const [note, setNote] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const refreshAll = (): void => {
    refresh();
    onChanged();
  };
  const uploads = useUploads(calls, document.folderId, (addedCount) => {
    if (addedCount > 0) setNote('');
    refreshAll();
  });
  const restore = ({ version }: DocumentVersion): void =>
    confirm({
      title: `恢复第 ${version} 版吗？`,
      content: '它成为最新的一版，现在的版本仍保留在历史中。',
      okText: '恢复',
      onOk: async () => {
        try {
          message.success(`已恢复，现在是第 ${await calls.restoreVersion(document.id, version)} 版`);
        } catch (error) {
          message.error(messageOf(error), 6);
        }
        refreshAll();
      },
    });
  return (
    <Drawer open title={`“${document.name}”的历史版本`} width="min(520px, 100%)" onClose={onClose}>
      {mayWrite ? (
        <div className="sc-folder-next">
          <Input
            aria-label="版本说明"
            placeholder="版本说明（选填），如：按审核意见修改第 3 章"
            value={note}
            maxLength={200}
            onChange={({ target }) => setNote(target.value)}
          />
          <Button
            type="primary"
            icon={<UploadOutlined />}
            loading={uploads.isBusy}
            onClick={() => input.current?.click()}
            {...({ 'data-action': 'next-version' } as ButtonProps)}
          >
            {uploads.isBusy ? `${uploads.percent}%` : '上传新版本'}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="选择新版本的文件"
            onChange={({ target }) => {
              void uploads.send([...(target.files ?? [])], { documentId: document.id, note: note.trim() });
              target.value = '';
            }}
          />
        </div>
      ) : null}
      {load.state === 'error' && !load.value ? (
        <Failure title="版本没有加载出来" error={load.error} onRetry={reload} />
      ) : load.value === undefined ? (
        <Skeleton active />
      ) : (
        <List
          dataSource={load.value}
          rowKey="version"
          renderItem={(version, index) => (
            <List.Item
              data-version={version.version}
              actions={[
                <Button
                  key="download"
                  type="link"
                  size="small"
                  onClick={() => openFile(services, version.file, 'download')}
                >
                  下载
                </Button>,
                ...(mayWrite && index > 0
                  ? [
                      <Button key="restore" type="link" size="small" onClick={() => restore(version)}>
                        恢复
                      </Button>,
                    ]
                  : []),
              ]}
            >
              <List.Item.Meta
                title={
                  <Button type="link" size="small" onClick={() => openingOf(services, version.file, true).open()}>
                    第 {version.version} 版{index === 0 ? '（最新）' : ''}
                  </Button>
                }
                description={
                  <>
                    {version.createByName}　{version.createTime.slice(0, 16)}　{sizeText(version.file.size ?? 0)}
                    {version.note === '' ? null : <div>{version.note}</div>}
                  </>
                }
              />
            </List.Item>
          )}
        />
      )}
    </Drawer>
  );
}

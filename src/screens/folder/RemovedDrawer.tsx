import { Button, Drawer, Empty, List, Skeleton } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import type { FolderCalls, RemovedItem } from './folderCalls.ts';

interface Props {
  calls: FolderCalls;
  rootName: string;
  onChanged(): void;
  onClose(): void;
}

/**
 * Drawer with the removed folders and documents that the user may restore or delete permanently: those that were in a
 * folder that the user manages.
 */
export function RemovedDrawer({ calls, rootName, onChanged, onClose }: Props) {
  useReturnedFocus();
  const { message, confirm } = useFeedback();
  const { load, reload, refresh } = useLoad(() => calls.removed(), [calls]);
  const run = async (work: () => Promise<void>, successText: string): Promise<void> => {
    try {
      await work();
      message.success(successText);
    } catch (error) {
      message.error(messageOf(error), 6);
    }
    refresh();
    onChanged();
  };
  const erase = (item: RemovedItem): void =>
    confirm({
      title: `彻底删除“${item.name}”吗？`,
      content: item.kind === 'folder' ? '不能再恢复。' : '它的所有版本一并删除，不能再恢复。',
      okText: '彻底删除',
      isDanger: true,
      onOk: () => run(() => calls.erase(item), '已彻底删除'),
    });
  return (
    <Drawer open title="已删除的文件夹和文件" width="min(520px, 100%)" onClose={onClose}>
      {load.state === 'error' && !load.value ? (
        <Failure error={load.error} onRetry={reload} />
      ) : load.value === undefined ? (
        <Skeleton active />
      ) : load.value.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有已删除的文件" />
      ) : (
        <List
          dataSource={load.value}
          rowKey="id"
          renderItem={(item) => (
            <List.Item
              actions={[
                <Button
                  key="restore"
                  type="link"
                  size="small"
                  onClick={() => void run(() => calls.restore(item), `已恢复到“${item.place || rootName}”`)}
                >
                  恢复
                </Button>,
                <Button key="erase" type="link" danger size="small" onClick={() => erase(item)}>
                  彻底删除
                </Button>,
              ]}
            >
              <List.Item.Meta
                title={item.kind === 'folder' ? `${item.name}（文件夹）` : item.name}
                description={`原在“${item.place || rootName}”，${item.removeByName} ${item.removeTime.slice(0, 16)} 删除`}
              />
            </List.Item>
          )}
        />
      )}
    </Drawer>
  );
}

import { Button, Empty, List, Modal } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { titleOf } from '../../domain/menu/index.ts';
import type { MenuEntryRow } from '../../runtime/services/menus.ts';

interface Props {
  removed: readonly MenuEntryRow[];
  onRestore(row: MenuEntryRow): void;
  onClose(): void;
}

/** The list of deleted entries. An entry is restored at its old position, with its children. */
export function RemovedDialog({ removed, onRestore, onClose }: Props) {
  useReturnedFocus();
  return (
    <Modal open title="已删除的菜单" footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      {removed.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有已删除的菜单" />
      ) : (
        <List
          dataSource={[...removed]}
          renderItem={(row) => (
            <List.Item
              actions={[
                <Button
                  key="restore"
                  type="link"
                  onClick={() => onRestore(row)}
                  data-action="restore"
                  data-menu-row={row.id}
                >
                  恢复
                </Button>,
              ]}
            >
              <List.Item.Meta
                title={titleOf(row)}
                description={row.changedBy ? `${row.changedBy} 于 ${row.changedAt} 删除` : undefined}
              />
            </List.Item>
          )}
        />
      )}
    </Modal>
  );
}

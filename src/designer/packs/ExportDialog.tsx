import { Alert, type ButtonProps, Form, Input, Modal, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { KIND_NAMES, packCalls, type ListedItem, type RelatedItem } from './packs.ts';

interface Props {
  selectedItems: readonly ListedItem[];
  onClose(): void;
}

/**
 * Proposes items that are related to the selected items. Exports the selected items and the accepted related items as
 * one file.
 */
export function ExportDialog({ selectedItems, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [name, setName] = useState(selectedItems[0]?.name ?? '');
  const [note, setNote] = useState('');
  /** Ids of the related items that the user has selected; null while the proposal is unchanged. */
  const [chosenRelatedIds, setChosenRelatedIds] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { load, reload } = useLoad(
    () =>
      packCalls.relatedItems(
        services,
        selectedItems.map(({ kind, key }) => ({ kind, key })),
      ),
    [services],
  );
  const relatedItems = load.value ?? [];
  const selectedRelatedIds =
    chosenRelatedIds ?? relatedItems.filter(({ isProposed }) => isProposed).map(({ id }) => id);
  const itemCount = selectedItems.length + selectedRelatedIds.length;
  const exportPack = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const items = [...selectedItems, ...relatedItems.filter(({ id }) => selectedRelatedIds.includes(id))].map(
        ({ kind, key }) => ({
          kind,
          key,
        }),
      );
      if (!(await packCalls.download(services, { name: name.trim(), note: note.trim(), items }))) return;
      message.success(`已导出 ${items.length} 项`);
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="导出配置包"
      width="min(860px, 96vw)"
      onCancel={onClose}
      maskClosable={false}
      okText={`导出 ${itemCount} 项`}
      cancelText="返回"
      confirmLoading={isBusy}
      okButtonProps={
        { disabled: name.trim() === '' || load.state !== 'ready', 'data-action': 'save-pack' } as ButtonProps
      }
      onOk={() => void exportPack()}
    >
      {failure ? (
        <Alert type="error" showIcon role="alert" message={messageOf(failure)} className="dp-failure" />
      ) : null}
      <Form layout="vertical">
        <Form.Item label="包名称" required htmlFor="dp-name">
          <Input id="dp-name" maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
        </Form.Item>
        <Form.Item label="说明" htmlFor="dp-note">
          <Input.TextArea
            id="dp-note"
            maxLength={500}
            rows={2}
            placeholder="例如：这次改了什么、谁确认过"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
      </Form>
      <h3 className="dp-head">一并导出</h3>
      <p className="sc-note">
        下面是所选内容用到的，以及打开它们的界面和菜单。对方已有的可以不带；角色默认不带，权限以对方为准。
      </p>
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : load.value ? (
        <Table<RelatedItem>
          size="small"
          rowKey="id"
          dataSource={relatedItems}
          className="dp-wide dp-tall"
          pagination={false}
          locale={{ emptyText: '没有关联的内容' }}
          rowSelection={{
            selectedRowKeys: [...selectedRelatedIds],
            getTitleCheckboxProps: () => ({ 'aria-label': '全部一并导出' }),
            getCheckboxProps: ({ name: title }) => ({ 'aria-label': `一并导出${title}` }) as object,
            onChange: (ids) => setChosenRelatedIds(ids.map(String)),
          }}
          columns={[
            { title: '种类', dataIndex: 'kind', width: 80, render: (kind: string) => KIND_NAMES[kind] },
            {
              title: '名称',
              key: 'name',
              width: 220,
              render: (_value, { name: title, key }) => (
                <>
                  {title}
                  <div className="sc-note dp-key">{key}</div>
                </>
              ),
            },
            // `by`: the name of a selected item, and after ` · ` the place where it uses the related item
            {
              title: '为什么',
              key: 'by',
              width: 240,
              render: (_value, { by, why }) =>
                why === 'shows'
                  ? `打开“${by}”`
                  : `被“${by.split(' · ')[0]}”用到${by.includes(' · ') ? `：${by.slice(by.indexOf(' · ') + 3)}` : ''}`,
            },
          ]}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} />
      )}
    </Modal>
  );
}

import { DeleteOutlined, DownOutlined, EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, Input, Modal, Popover, Spin } from 'antd';
import { useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { SavedView } from '../../../runtime/services/listViews.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';

interface Props {
  formKey: string;
  /** Storage key of the list; separates the views of two lists of one form. */
  storageKey: string;
  viewId: string | null;
  /** Returns the current query and column layout. */
  current(): SavedView['config'];
  onUse(view: SavedView): void;
  /** Returns to the default view of the document. */
  onLeave(): void;
}

/** Menu to choose, save, share and delete the saved views of a list. Opening the menu loads the views. */
export function SavedViews(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<ViewMenu {...props} close={() => setOpen(false)} />}
    >
      <Button icon={<EyeOutlined />} data-action="views" aria-expanded={isOpen}>
        视图 <DownOutlined />
      </Button>
    </Popover>
  );
}

function ViewMenu({ formKey, storageKey, viewId, current, onUse, onLeave, close }: Props & { close(): void }) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const { load, reload } = useLoad(() => services.listViews.list(formKey, storageKey), [services, formKey, storageKey]);
  const [isNaming, setNaming] = useState(false);
  const runAndReload = async (call: () => Promise<unknown>, successText: string): Promise<boolean> => {
    try {
      await call();
      message.success(successText);
      reload();
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    }
  };
  if (load.state === 'error') return <Button onClick={reload}>加载失败，重试</Button>;
  if (!load.value) return <Spin />;
  const { views, mayShare } = load.value;
  const activeView = views.find(({ id }) => id === viewId);
  const save = (view: Partial<SavedView> & { name: string; isShared: boolean }): Promise<boolean> =>
    runAndReload(
      () => services.listViews.save({ ...view, formKey, place: storageKey, config: current() }),
      view.id ? '视图已更新' : '视图已保存',
    );
  return (
    <div className="sc-views" data-views={formKey}>
      <button type="button" className="sc-view" aria-pressed={!activeView} onClick={() => (onLeave(), close())}>
        默认视图
      </button>
      {views.map((view) => (
        <div key={view.id} className="sc-view-row">
          <button
            type="button"
            className="sc-view"
            aria-pressed={view.id === viewId}
            onClick={() => {
              onUse(view);
              close();
            }}
          >
            {view.name}
            {view.isShared ? <small>共享</small> : null}
          </button>
          {view.mayChange ? (
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={`删除视图“${view.name}”`}
              onClick={() =>
                confirm({
                  title: `确定删除视图“${view.name}”？`,
                  okText: '删除',
                  isDanger: true,
                  onOk: () => runAndReload(() => services.listViews.remove(view.id), '已删除').then(() => undefined),
                })
              }
            />
          ) : null}
        </div>
      ))}
      {activeView?.mayChange ? (
        <Button
          block
          icon={<SaveOutlined />}
          onClick={() => void save({ id: activeView.id, name: activeView.name, isShared: activeView.isShared })}
        >
          更新“{activeView.name}”
        </Button>
      ) : null}
      <Button block type="primary" icon={<SaveOutlined />} onClick={() => setNaming(true)} data-action="save-view">
        存为新视图
      </Button>
      {isNaming ? (
        <NameDialog
          mayShare={mayShare}
          onClose={() => setNaming(false)}
          onSave={async (name, isShared) => {
            if (await save({ name, isShared })) setNaming(false);
          }}
        />
      ) : null}
    </div>
  );
}

interface NameProps {
  mayShare: boolean;
  onClose(): void;
  onSave(name: string, isShared: boolean): Promise<void>;
}

function NameDialog({ mayShare, onClose, onSave }: NameProps) {
  useReturnedFocus();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (name.trim() === '') return;
    setBusy(true);
    await onSave(name.trim(), isShared);
    setBusy(false);
  };
  return (
    <Modal
      open
      title="存为新视图"
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: name.trim() === '' }}
      onCancel={onClose}
      onOk={() => void submit()}
    >
      <Form layout="vertical" onFinish={() => void submit()}>
        <Form.Item label="视图名称" htmlFor="list-view-name" extra="保存当前的查询条件、排序、展示方式与列设置">
          <Input id="list-view-name" value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
        </Form.Item>
        {mayShare ? (
          <Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)}>
            共享给能查看此表单的所有人
          </Checkbox>
        ) : null}
      </Form>
    </Modal>
  );
}

import { DownOutlined, EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, Input, Modal, Popover, Spin } from 'antd';
import { useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { SavedView } from '../../../runtime/services/listViews.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { NO_VIEW, documentViewId } from '../query.ts';
import type { DocumentView } from '../viewParts.ts';
import { refreshViews } from './useOpeningView.ts';
import { ViewRow } from './ViewRow.tsx';

interface Props {
  formKey: string;
  /** Storage key of the list; two lists of one form have different keys and so different views. */
  storageKey: string;
  viewId: string | null;
  /** The views that the document defines. */
  documentViews?: readonly DocumentView[];
  /** True if the list can open with a default view, so that the user may choose one. */
  supportsDefault?: boolean;
  /** Returns the current query and column layout. */
  readConfig(): SavedView['config'];
  onUse(view: SavedView): void;
  onUseDocumentView?(view: DocumentView): void;
  /** Returns to the list as defined in the document. */
  onLeave(): void;
}

/**
 * Menu to select, save, share and delete the views of a list, and to set the default view. Loads the views when it
 * opens.
 */
export function SavedViews(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const name = props.documentViews?.find((view) => documentViewId(view) === props.viewId)?.name;
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
        {name ?? '视图'} <DownOutlined />
      </Button>
    </Popover>
  );
}

const NO_DOCUMENT_VIEWS: readonly DocumentView[] = [];

function ViewMenu(props: Props & { close(): void }) {
  const {
    formKey,
    storageKey,
    viewId,
    documentViews = NO_DOCUMENT_VIEWS,
    supportsDefault = false,
    readConfig,
    onUse,
    onLeave,
  } = props;
  const services = useServices();
  const { message, confirm } = useFeedback();
  const { load, reload } = useLoad(() => services.listViews.list(formKey, storageKey), [services, formKey, storageKey]);
  const [isNaming, setNaming] = useState(false);
  const runAndReload = async (call: () => Promise<unknown>, successText: string): Promise<boolean> => {
    try {
      await call();
      message.success(successText);
      void refreshViews(services, formKey, storageKey);
      reload();
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    }
  };
  if (load.state === 'error') return <Button onClick={reload}>加载失败，重试</Button>;
  if (!load.value) return <Spin />;
  const { views, mayShare, ownDefault, commonDefault } = load.value;
  const activeView = views.find(({ id }) => id === viewId);
  const isDocumentViewActive = documentViews.some((view) => documentViewId(view) === viewId);
  const save = (view: Partial<SavedView> & { name: string; isShared: boolean }): Promise<boolean> =>
    runAndReload(
      () => services.listViews.save({ ...view, formKey, place: storageKey, config: readConfig() }),
      view.id ? '视图已更新' : '视图已保存',
    );
  const setDefault = (id: string | null, isShared: boolean): void =>
    void runAndReload(
      () => services.listViews.setDefault({ formKey, place: storageKey, id, isShared }),
      id === null ? '已取消默认' : '已设为默认，下次打开列表时生效',
    );
  /** `isCommon`: everybody who may read the form can use the view, so it may be made the default for everybody. */
  const rowProps = (id: string, isCommon: boolean) => ({
    isOwnDefault: ownDefault === id,
    isCommonDefault: commonDefault === id,
    maySetOwn: supportsDefault,
    maySetCommon: supportsDefault && mayShare && isCommon,
    setDefault: (isForEveryone: boolean, isSet: boolean) => setDefault(isSet ? id : null, isForEveryone),
  });
  const closingAfter = (use: () => void) => (): void => {
    use();
    props.close();
  };
  return (
    <div className="sc-views" data-views={formKey}>
      <ViewRow
        name="初始视图"
        isActive={!activeView && !isDocumentViewActive}
        onUse={closingAfter(onLeave)}
        {...rowProps(NO_VIEW, false)}
        // without a default for everybody, the list opens with this view if the user has no default
        maySetOwn={supportsDefault && (commonDefault !== '' || ownDefault === NO_VIEW)}
      />
      {documentViews.map((view) => (
        <ViewRow
          key={view.name}
          name={view.name}
          isActive={documentViewId(view) === viewId}
          onUse={closingAfter(() => props.onUseDocumentView?.(view))}
          {...rowProps(documentViewId(view), true)}
        />
      ))}
      {views.map((view) => (
        <ViewRow
          key={view.id}
          name={view.name}
          isShared={view.isShared}
          isActive={view.id === viewId}
          onUse={closingAfter(() => onUse(view))}
          {...rowProps(view.id, view.isShared)}
          {...(view.mayChange
            ? {
                onRemove: () =>
                  confirm({
                    title: `确定删除视图“${view.name}”？`,
                    okText: '删除',
                    isDanger: true,
                    onOk: () => runAndReload(() => services.listViews.remove(view.id), '已删除').then(() => undefined),
                  }),
              }
            : {})}
        />
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

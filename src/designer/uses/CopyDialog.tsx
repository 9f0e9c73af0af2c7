import { Form, Input, Modal } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useKind } from '../document/documentKind.ts';

/** Pattern of document keys by kind, with its description. */
const KEY_FORMATS = {
  form: { pattern: /^[A-Za-z][\w-]{0,63}$/, hint: '由字母开头，可含字母、数字、下划线和短横线' },
  flow: { pattern: /^[A-Za-z_][\w.-]{0,63}$/, hint: '由字母或下划线开头，可含字母、数字、下划线、点和短横线' },
  screen: { pattern: /^[A-Za-z0-9][\w./-]{0,159}$/, hint: '如 area/form/list，可含字母、数字和 . / - _' },
  dataset: { pattern: /^[A-Za-z0-9][\w./-]{0,159}$/, hint: '如 area/name，可含字母、数字和 . / - _' },
} as const;

interface Props {
  document: DocumentSummary;
  usedKeys: readonly string[];
  onClose(): void;
  onCreated(key: string): void;
}

/** Dialog that copies a document to a new draft. */
export function CopyDialog({ document, usedKeys, onClose, onCreated }: Props) {
  useReturnedFocus();
  const { kind, kindName, calls } = useKind();
  const { message } = useFeedback();
  const { isBusy, run } = useOneAtATime();
  const [form] = Form.useForm<{ key: string; name: string }>();
  const { pattern, hint } = KEY_FORMATS[kind];
  const proposedKey = Array.from({ length: usedKeys.length + 1 }, (_none, index) => `${document.key}${index + 2}`).find(
    (key) => !usedKeys.includes(key),
  );
  const copy = async ({ key, name }: { key: string; name: string }): Promise<void> => {
    try {
      await calls.copy(document.key, key.trim(), name.trim());
      message.success(`已复制为草稿“${name.trim()}”`);
      onCreated(key.trim());
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <Modal
      open
      title={`复制${kindName}“${document.name}”`}
      okText="复制"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
    >
      <p className="sc-note">复制的是最新的内容（有草稿时为草稿），成为一份新草稿；权限、菜单和记录不复制。</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ key: proposedKey, name: `${document.name}（副本）` }}
        onFinish={(values) => void run(() => copy(values))}
      >
        <Form.Item
          name="name"
          label={`${kindName}名称`}
          rules={[{ required: true, whitespace: true, max: 100, message: `请输入${kindName}名称` }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item
          name="key"
          label={`${kindName}键`}
          extra={hint}
          rules={[
            { required: true, message: `请输入${kindName}键` },
            { pattern, transform: (key: string) => key.trim(), message: `${kindName}键格式不正确` },
            {
              validator: (_rule, key: string) =>
                usedKeys.includes(key.trim()) ? Promise.reject(new Error(`此${kindName}键已存在`)) : Promise.resolve(),
            },
          ]}
        >
          <Input maxLength={160} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

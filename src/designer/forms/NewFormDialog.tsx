import { Form, Input, Modal } from 'antd';
import { useRef } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { FORM_KEY as FORM_KEY_PATTERN } from '../check/formKeys.ts';
import { createDocument } from '../document/createDocument.ts';
import { generateKeyFromName } from '../keys/generateKeyFromName.ts';

interface Props {
  usedKeys: readonly string[];
  onClose(): void;
  onCreated(formKey: string): void;
}

const emptyDefinition = (formKey: string, formName: string): object => ({
  formKey,
  formName,
  labelWidth: 120,
  labelPosition: 'right',
  gutter: 16,
  fields: [],
});

/** The dialog for a new form; it creates a draft. */
export function NewFormDialog({ usedKeys, onClose, onCreated }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [form] = Form.useForm<{ formKey: string; formName: string }>();
  const { isBusy, run } = useOneAtATime();
  const proposedKey = useRef('');
  /** Proposes a key from the name, until the user has typed a key. */
  const proposeKey = async (name: string): Promise<void> => {
    const key = name.trim() === '' ? '' : await generateKeyFromName(name, new Set(usedKeys));
    const currentKey = (form.getFieldValue('formKey') as string | undefined) ?? '';
    // the name may have changed meanwhile
    if (form.getFieldValue('formName') !== name || (currentKey !== '' && currentKey !== proposedKey.current)) return;
    proposedKey.current = key;
    form.setFieldsValue({ formKey: key });
  };
  const create = async ({ formKey, formName }: { formKey: string; formName: string }): Promise<void> => {
    try {
      await createDocument(services.forms, formKey, formName, emptyDefinition(formKey, formName));
      onCreated(formKey);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <Modal
      open
      title="新建表单"
      okText="新建"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
    >
      <Form form={form} layout="vertical" onFinish={(values) => void run(() => create(values))}>
        <Form.Item
          name="formName"
          label="表单名称"
          rules={[{ required: true, whitespace: true, max: 100, message: '请输入表单名称' }]}
        >
          <Input maxLength={100} onChange={({ target }) => void proposeKey(target.value)} />
        </Form.Item>
        <Form.Item
          name="formKey"
          label="表单键"
          extra="按名称自动生成，可改；新建后不能修改。由字母开头，可含字母、数字、下划线和短横线"
          rules={[
            { required: true, message: '请输入表单键' },
            { pattern: FORM_KEY_PATTERN, message: '表单键格式不正确' },
            {
              validator: (_rule, key: string) =>
                usedKeys.includes(key) ? Promise.reject(new Error('此表单键已存在')) : Promise.resolve(),
            },
          ]}
        >
          <Input maxLength={64} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

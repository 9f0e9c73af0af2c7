import { Form, Input, Modal } from 'antd';
import { useRef } from 'react';
import { useServices } from '../../../../runtime/contexts.ts';
import { useReturnedFocus } from '../../../../runtime/host/returnedFocus.ts';
import { useOneAtATime } from '../../../../runtime/host/useOneAtATime.ts';
import { messageOf } from '../../../../screens/shared/messages.ts';
import { useFeedback } from '../../../../screens/shared/useFeedback.ts';
import { FORM_KEY } from '../../../check/formKeys.ts';
import { generateKeyFromName } from '../../../keys/generateKeyFromName.ts';
import { optionsOfLines } from './optionLines.ts';

interface Props {
  usedCodes: readonly string[];
  /** Proposed name and code. */
  name: string;
  code: string;
  /** True if the document already refers to this code, which must then not be replaced by a code made from the name. */
  isCodeReferenced?: boolean;
  onCreated(code: string): void;
  onClose(): void;
}

interface Values {
  typeName: string;
  typeCode: string;
  lines: string;
}

/** The dialog for a new dictionary. */
export function NewDictionary({
  usedCodes,
  name,
  code: proposedCode,
  isCodeReferenced = false,
  onCreated,
  onClose,
}: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [form] = Form.useForm<Values>();
  const { isBusy, run } = useOneAtATime();
  /** True if the code must not be replaced by a code made from the name. */
  const isCodeFixed = useRef(isCodeReferenced);
  /** Proposes a code from the typed name, until the user has typed a code. */
  const proposeCode = async (typedName: string): Promise<void> => {
    const generatedCode = typedName.trim() === '' ? '' : await generateKeyFromName(typedName, new Set(usedCodes));
    if (!isCodeFixed.current && form.getFieldValue('typeName') === typedName)
      form.setFieldsValue({ typeCode: generatedCode });
  };
  const save = async ({ typeName, typeCode, lines }: Values): Promise<void> => {
    try {
      await services.saveDictionary({
        typeCode,
        typeName,
        // a dictionary has no levels: an indented line is an ordinary item
        items: optionsOfLines(lines.replace(/^\s+/gm, '')).map(({ label, value }, sn) => ({
          dictLabel: label,
          dictValue: String(value),
          sn,
        })),
        revision: '',
      });
      message.success(`已新建字典“${typeName}”`);
      onClose();
      onCreated(typeCode);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <Modal
      open
      title="新建字典"
      okText="新建"
      cancelText="取消"
      confirmLoading={isBusy}
      onCancel={onClose}
      maskClosable={false}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ typeName: name, typeCode: proposedCode, lines: '' }}
        onFinish={(values) => void run(() => save(values))}
      >
        <Form.Item name="typeName" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
          <Input maxLength={100} onChange={({ target }) => void proposeCode(target.value)} />
        </Form.Item>
        <Form.Item
          name="typeCode"
          label="编码"
          extra={isCodeReferenced ? undefined : '按名称自动生成，可改'}
          rules={[
            { required: true, message: '请输入编码' },
            { pattern: FORM_KEY, message: '由字母开头，可含字母、数字、下划线和短横线' },
            {
              validator: (_rule, code: string) =>
                usedCodes.includes(code) ? Promise.reject(new Error('此编码已存在')) : Promise.resolve(),
            },
          ]}
        >
          <Input
            maxLength={64}
            onChange={() => {
              isCodeFixed.current = true;
            }}
          />
        </Form.Item>
        <Form.Item
          name="lines"
          label="字典项"
          extra="每行一项；值与文字不同时写作“文字 | 值”"
          rules={[{ required: true, whitespace: true, message: '请至少写一项' }]}
        >
          <Input.TextArea rows={8} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

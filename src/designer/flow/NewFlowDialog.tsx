import { UploadOutlined } from '@ant-design/icons';
import { Button, Form, Input, Modal, Select, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { FORM_KEY } from '../check/formKeys.ts';
import { proposeFieldKey } from '../keys/proposeFieldKey.ts';
import type { FlowImportNote } from '../../runtime/services/documents.ts';
import { FlowImportReport } from './ImportReport.tsx';
import { drawable } from './model/drawable.ts';
import { readXmlFile } from './model/readFile.ts';
import { rememberForm } from './reference.ts';
import { useFlowImport } from './useFlowImport.tsx';
import { firstText } from './steps/planText.ts';

interface Given {
  flowKey: string;
  flowName: string;
  formKey?: string;
}
interface Props {
  taken: readonly string[];
  /** The form that it is made for, where that is known. */
  formKey?: string;
  onClose(): void;
  onMade(flowKey: string): void;
}

/** Makes a process that can be published at once: submit, the department's leader, done. */
export function NewFlowDialog({ taken, formKey: wanted = '', onClose, onMade }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [form] = Form.useForm<Given>();
  const { isBusy, run } = useOneAtATime();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [brought, setBrought] = useState<{ flowKey: string; report: readonly FlowImportNote[] } | null>(null);
  const bringing = useFlowImport();
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const proposed = useRef('');
  /** The key goes with the name until it is typed by hand. */
  const propose = async (name: string): Promise<void> => {
    const key = name.trim() === '' ? '' : await proposeFieldKey(name, new Set(taken));
    const now = (form.getFieldValue('flowKey') as string | undefined) ?? '';
    if (form.getFieldValue('flowName') !== name || (now !== '' && now !== proposed.current)) return;
    proposed.current = key;
    form.setFieldsValue({ flowKey: key });
  };
  const named = (formKey: string | undefined): void => {
    const name = forms.value?.find(({ key }) => key === formKey)?.name;
    const now = (form.getFieldValue('flowName') as string | undefined) ?? '';
    if (name === undefined || now.trim() !== '') return;
    form.setFieldsValue({ flowName: `${name.replace(/申请$|审批$/, '')}审批` });
    void propose(form.getFieldValue('flowName') as string);
  };
  const nameOnce = useRef(named);
  useEffect(() => {
    nameOnce.current = named;
  });
  useEffect(() => {
    if (wanted !== '' && forms.state === 'ready') nameOnce.current(wanted);
  }, [wanted, forms.state]);
  const make = async ({ flowKey, flowName, formKey }: Given): Promise<void> => {
    try {
      const imported = file
        ? await bringing.run({
            key: flowKey,
            text: file.text,
            options: { name: flowName, ...(formKey ? { formKey } : {}) },
          })
        : null;
      // the choices were left: nothing is made
      if (file && !imported) return;
      await services.flows.saveDraft(
        flowKey,
        flowName,
        imported ? await drawable(imported.definition) : await firstText(flowKey, flowName),
      );
      if (formKey) rememberForm(flowKey, formKey);
      if (imported) setBrought({ flowKey, report: imported.report });
      else onMade(flowKey);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  if (brought)
    return (
      <FlowImportReport
        notes={brought.report}
        onClose={() => onMade(brought.flowKey)}
        onGo={() => onMade(brought.flowKey)}
      />
    );
  return (
    <Modal
      open
      title="新建流程"
      okText="新建"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        {...(wanted === '' ? {} : { initialValues: { formKey: wanted } })}
        onFinish={(values) => void run(() => make(values))}
      >
        <Form.Item
          name="flowName"
          label="流程名称"
          rules={[{ required: true, whitespace: true, max: 100, message: '请输入流程名称' }]}
        >
          <Input maxLength={100} onChange={({ target }) => void propose(target.value)} />
        </Form.Item>
        <Form.Item
          name="flowKey"
          label="流程键"
          extra="按名称自动生成，可改；新建后不能修改。由字母开头，可含字母、数字、下划线和短横线"
          rules={[
            { required: true, message: '请输入流程键' },
            { pattern: FORM_KEY, message: '流程键格式不正确' },
            {
              validator: (_rule, key: string) =>
                taken.includes(key) ? Promise.reject(new Error('此流程键已存在')) : Promise.resolve(),
            },
          ]}
        >
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="formKey" label="对应的表单" extra="用来设置字段权限和分支条件；发布时可让表单使用此流程">
          <Select
            allowClear
            showSearch
            optionFilterProp="label"
            placeholder="选择已发布的表单"
            onChange={named}
            loading={forms.state === 'loading'}
            options={(forms.value ?? [])
              .filter(({ version }) => version > 0)
              .map(({ key, name }) => ({ value: key, label: name }))}
          />
        </Form.Item>
        <Form.Item
          label="从文件导入"
          extra="BPMN 2.0 文件，其他流程设计器导出的也可以；不选则从“提交—部门负责人审批”开始"
        >
          <Upload
            accept=".bpmn,.xml,.bpmn20.xml,.bpmn2"
            maxCount={1}
            fileList={[]}
            beforeUpload={(given) => {
              void readXmlFile(given).then((text) => setFile({ name: given.name, text }));
              return false;
            }}
          >
            <Button icon={<UploadOutlined />} data-action="importFile">
              {file ? file.name : '选择文件'}
            </Button>
          </Upload>
        </Form.Item>
      </Form>
      {bringing.dialog}
    </Modal>
  );
}

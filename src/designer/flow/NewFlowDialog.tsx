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
import { createDocument } from '../document/createDocument.ts';
import { generateKeyFromName } from '../keys/generateKeyFromName.ts';
import type { FlowImportNote } from '../../runtime/services/documents.ts';
import { FlowImportReport } from './FlowImportReport.tsx';
import { ensureDiagram } from './model/ensureDiagram.ts';
import { readXmlFile, UNREADABLE_FILE } from './model/readXmlFile.ts';
import { rememberForm } from './rememberedForm.ts';
import { useFlowImport } from './useFlowImport.tsx';
import { newProcessText } from './steps/planText.ts';

interface FormValues {
  flowKey: string;
  flowName: string;
  formKey?: string;
}
interface Props {
  usedKeys: readonly string[];
  /** The form for which the process is created, if known. */
  formKey?: string;
  onClose(): void;
  onCreated(flowKey: string): void;
}

/**
 * The dialog for a new process. The process is imported from a file, or begins with three steps: submission, approval
 * by the department leader, end.
 */
export function NewFlowDialog({ usedKeys, formKey: initialFormKey = '', onClose, onCreated }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [form] = Form.useForm<FormValues>();
  const { isBusy, run } = useOneAtATime();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [importResult, setImportResult] = useState<{ flowKey: string; report: readonly FlowImportNote[] } | null>(null);
  const flowImport = useFlowImport();
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const proposedKey = useRef('');
  /** Proposes a key from the name, until the user has typed a key. */
  const proposeKey = async (name: string): Promise<void> => {
    const key = name.trim() === '' ? '' : await generateKeyFromName(name, new Set(usedKeys));
    const current = (form.getFieldValue('flowKey') as string | undefined) ?? '';
    if (form.getFieldValue('flowName') !== name || (current !== '' && current !== proposedKey.current)) return;
    proposedKey.current = key;
    form.setFieldsValue({ flowKey: key });
  };
  const proposeName = (formKey: string | undefined): void => {
    const name = forms.value?.find(({ key }) => key === formKey)?.name;
    const current = (form.getFieldValue('flowName') as string | undefined) ?? '';
    if (name === undefined || current.trim() !== '') return;
    form.setFieldsValue({ flowName: `${name.replace(/申请$|审批$/, '')}审批` });
    void proposeKey(form.getFieldValue('flowName') as string);
  };
  const proposeNameRef = useRef(proposeName);
  useEffect(() => {
    proposeNameRef.current = proposeName;
  });
  useEffect(() => {
    if (initialFormKey !== '' && forms.state === 'ready') proposeNameRef.current(initialFormKey);
  }, [initialFormKey, forms.state]);
  const create = async ({ flowKey, flowName, formKey }: FormValues): Promise<void> => {
    try {
      const imported = file
        ? await flowImport.run({
            key: flowKey,
            text: file.text,
            options: { name: flowName, ...(formKey ? { formKey } : {}) },
          })
        : null;
      // the import dialog was cancelled
      if (file && !imported) return;
      await createDocument(
        services.flows,
        flowKey,
        flowName,
        imported ? await ensureDiagram(imported.definition) : await newProcessText(flowKey, flowName),
      );
      if (formKey) rememberForm(flowKey, formKey);
      if (imported) setImportResult({ flowKey, report: imported.report });
      else onCreated(flowKey);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  if (importResult)
    return (
      <FlowImportReport
        notes={importResult.report}
        onClose={() => onCreated(importResult.flowKey)}
        onGo={() => onCreated(importResult.flowKey)}
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
      maskClosable={false}
    >
      <Form
        form={form}
        layout="vertical"
        {...(initialFormKey === '' ? {} : { initialValues: { formKey: initialFormKey } })}
        onFinish={(values) => void run(() => create(values))}
      >
        <Form.Item
          name="flowName"
          label="流程名称"
          rules={[{ required: true, whitespace: true, max: 100, message: '请输入流程名称' }]}
        >
          <Input maxLength={100} onChange={({ target }) => void proposeKey(target.value)} />
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
                usedKeys.includes(key) ? Promise.reject(new Error('此流程键已存在')) : Promise.resolve(),
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
            onChange={proposeName}
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
            beforeUpload={(upload) => {
              readXmlFile(upload).then(
                (text) => setFile({ name: upload.name, text }),
                () => message.error(UNREADABLE_FILE),
              );
              return false;
            }}
          >
            <Button icon={<UploadOutlined />} data-action="importFile">
              {file ? file.name : '选择文件'}
            </Button>
          </Upload>
          {file ? (
            <Button type="link" onClick={() => setFile(null)} aria-label={`移除文件${file.name}`}>
              移除
            </Button>
          ) : null}
        </Form.Item>
      </Form>
      {flowImport.dialog}
    </Modal>
  );
}

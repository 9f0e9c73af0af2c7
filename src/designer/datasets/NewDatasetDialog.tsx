import { Form, Input, Modal, Select } from 'antd';
import { useRef } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { createDocument } from '../document/createDocument.ts';
import { generateKeyFromName } from '../keys/generateKeyFromName.ts';

interface Props {
  datasets: readonly DocumentSummary[];
  onClose(): void;
  onCreated(datasetKey: string): void;
}
interface Values {
  name: string;
  from: string;
  datasetKey: string;
}

/** The dialog for a new dataset. It creates a draft that counts the records of a form by month. */
export function NewDatasetDialog({ datasets, onClose, onCreated }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [form] = Form.useForm<Values>();
  const { isBusy, run } = useOneAtATime();
  const { load } = useLoad(() => services.forms.list(), [services]);
  const forms = (load.value ?? []).filter(({ version }) => version > 0);
  const proposedKey = useRef('');
  /** Proposes a key from the name, until the user has typed a key. */
  const proposeKey = async (name: string): Promise<void> => {
    const usedKeys = new Set(datasets.map(({ key }) => key.replace(/^custom\//, '')));
    const key = name.trim() === '' ? '' : `custom/${await generateKeyFromName(name, usedKeys)}`;
    const current = (form.getFieldValue('datasetKey') as string | undefined) ?? '';
    // the name may have changed meanwhile
    if (form.getFieldValue('name') !== name || (current !== '' && current !== proposedKey.current)) return;
    proposedKey.current = key;
    form.setFieldsValue({ datasetKey: key });
  };
  const create = async ({ name, from, datasetKey }: Values): Promise<void> => {
    const dataset = {
      datasetKey,
      name,
      from,
      groupBy: [{ key: 'month', of: 'createTime', by: 'month', label: '月份' }],
      measures: [{ key: 'count', fn: 'count', label: '数量' }],
    };
    try {
      await createDocument(services.datasetDefs, datasetKey, name, JSON.stringify(dataset, null, 2));
      onCreated(datasetKey);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <Modal
      open
      title="新建数据集"
      okText="新建"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
    >
      <Form form={form} layout="vertical" onFinish={(values) => void run(() => create(values))}>
        <Form.Item name="from" label="统计哪个表单的记录" rules={[{ required: true, message: '请选择表单' }]}>
          <Select
            showSearch
            optionFilterProp="label"
            placeholder="请选择已发布的表单"
            loading={load.state === 'loading'}
            options={forms.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }))}
          />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
          <Input maxLength={100} onChange={({ target }) => void proposeKey(target.value)} />
        </Form.Item>
        <Form.Item
          name="datasetKey"
          label="数据集键"
          extra="按名称自动生成，可改；新建后不能修改，写作 区域/名称，如 ledgerCentre/contractAmount"
          rules={[
            { required: true, message: '请输入数据集键' },
            {
              pattern: /^[A-Za-z][\w-]*(\/[\w-]+)*$/,
              message: '由字母开头，可含字母、数字、下划线和短横线，各级以 / 分隔',
            },
            {
              validator: (_rule, key: string) =>
                datasets.some((dataset) => dataset.key === key)
                  ? Promise.reject(new Error('此数据集键已存在'))
                  : Promise.resolve(),
            },
          ]}
        >
          <Input maxLength={160} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

import { Form, Input, Modal, Radio, Select, type SelectProps } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useEffect, useRef } from 'react';
import { keyFromSyllables, loadPinyin, type ToSyllables } from '../keys/generateKeyFromName.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { createDocument } from '../document/createDocument.ts';
import { textOfDefinition } from '../document/documentText.ts';
import { initialScreen, listScreenKeyOf, SCREEN_KEY_PATTERN, SCREEN_STARTS, type ScreenStart } from './screenStarts.ts';

interface Props {
  screens: readonly DocumentSummary[];
  onClose(): void;
  onCreated(screenKey: string): void;
}
interface Values {
  title: string;
  start: ScreenStart;
  formKey?: string;
  dataset?: string;
  /** The key of the screen to copy. */
  source?: string;
  screenKey: string;
}

const isForForm = (start: ScreenStart): boolean => start === 'list' || start === 'fill';
const isForDataset = (start: ScreenStart): boolean => start === 'figures' || start === 'board';

/**
 * A searchable select for a form item. Drops the ARIA attributes that the form item passes, because antd would set them
 * on the outer element of the select.
 */
function SearchSelect({
  'aria-required': _required,
  'aria-describedby': _hint,
  'aria-invalid': _invalid,
  ...props
}: SelectProps) {
  return <Select {...props} showSearch optionFilterProp="label" />;
}

/**
 * Dialog that creates a screen as a draft: blank, as a home page, for a form or dataset, or as a copy. `onCreated`
 * opens the draft in the editor.
 */
export function NewScreenDialog({ screens, onClose, onCreated }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [form] = Form.useForm<Values>();
  const { isBusy, run } = useOneAtATime();
  const start = Form.useWatch('start', form) ?? 'list';
  const { load: loadedForms } = useLoad(() => services.forms.list(), [services]);
  const forms = (loadedForms.value ?? []).filter(({ version }) => version > 0);
  const { load: loadedDatasets } = useLoad(() => services.datasetDefs.list(), [services]);
  const datasets = (loadedDatasets.value ?? []).filter(({ version }) => version > 0);
  /** Converts a name to pinyin; null until this function is loaded. Without it no key is proposed from the title. */
  const toSyllables = useRef<ToSyllables | null>(null);
  useEffect(() => {
    void loadPinyin().then((loaded) => {
      toSyllables.current = loaded;
    });
  }, []);
  const needsDataset = isForDataset(start);
  const needsForm = isForForm(start);

  /** Proposes a title and key after a change, each unless the user has typed it. `changed`: the changed values. */
  const proposeTitleAndKey = (changed: Partial<Values>): void => {
    const isStartChanged = changed.start !== undefined;
    // the proposed key depends on `start`: after a change of `start`, all values of the form are used
    const values = isStartChanged ? (form.getFieldsValue(true) as Partial<Values>) : changed;
    const chosenStart = form.getFieldValue('start') as ScreenStart;
    const formKey = isForForm(chosenStart) ? values.formKey : undefined;
    const dataset = isForDataset(chosenStart) ? values.dataset : undefined;
    const source = chosenStart === 'copy' ? values.source : undefined;
    const setKey = (key: string): void => {
      if (!form.isFieldTouched('screenKey')) form.setFieldValue('screenKey', key);
    };
    const setTitle = (title: string): void => {
      if (!form.isFieldTouched('title')) form.setFieldValue('title', title);
    };
    if (isStartChanged) setKey('');
    if (dataset) setTitle(datasets.find(({ key }) => key === dataset)?.name ?? '');
    const name = values.title ?? (dataset ? String(form.getFieldValue('title') ?? '') : '');
    if (name !== '' && !isForForm(chosenStart) && chosenStart !== 'copy' && toSyllables.current) {
      // the second part of a key names the subject of the screen
      const usedNames = new Set(screens.flatMap(({ key }) => key.split('/')[1] ?? []));
      setKey(`custom/${keyFromSyllables(toSyllables.current(name), usedNames)}/page`);
    }
    if (formKey) {
      setKey(chosenStart === 'list' ? listScreenKeyOf(formKey) : `custom/${formKey}/fill`);
      setTitle(forms.find(({ key }) => key === formKey)?.name ?? '');
    }
    if (source) setKey(`${source}Copy`);
  };
  /** Returns the definition of the new screen. Throws a SyntaxError if the draft of the screen to copy is not JSON. */
  const definitionFor = async ({ source: copiedKey = '', ...values }: Values): Promise<unknown> => {
    if (values.start !== 'copy') {
      const outline = values.dataset ? await services.datasets.outline(values.dataset) : null;
      return initialScreen(values.start, {
        ...values,
        formKey: values.formKey ?? '',
        ...(outline
          ? {
              source: {
                dataset: outline.datasetKey,
                groups: outline.groups,
                figures: outline.figures,
                hasParams: outline.params.length > 0,
              },
            }
          : {}),
      });
    }
    const copiedScreen = JSON.parse(textOfDefinition(await services.screens.draft(copiedKey))) as object;
    return { ...copiedScreen, screenKey: values.screenKey, title: values.title };
  };
  const create = async (values: Values): Promise<void> => {
    try {
      await createDocument(
        services.screens,
        values.screenKey,
        values.title,
        JSON.stringify(await definitionFor(values), null, 2),
      );
      onCreated(values.screenKey);
    } catch (error) {
      message.error(error instanceof SyntaxError ? '这个界面的草稿还不是正确的 JSON，不能复制' : messageOf(error));
    }
  };
  return (
    <Modal
      open
      title="新建界面"
      okText="新建"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
      width={560}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ start: 'list' }}
        onValuesChange={proposeTitleAndKey}
        onFinish={(values) => void run(() => create(values))}
      >
        <Form.Item name="start" label="从什么开始" extra={SCREEN_STARTS.find(({ value }) => value === start)?.hint}>
          <Radio.Group options={SCREEN_STARTS.map(({ value, label }) => ({ value, label }))} />
        </Form.Item>
        {needsForm ? (
          <Form.Item name="formKey" label="表单" rules={[{ required: true, message: '请选择表单' }]}>
            <SearchSelect
              placeholder="请选择已发布的表单"
              loading={loadedForms.state === 'loading'}
              options={forms.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }))}
            />
          </Form.Item>
        ) : null}
        {needsDataset ? (
          <Form.Item
            name="dataset"
            label="数据集"
            extra="先在数据集管理中定义统计什么，再在这里选用"
            rules={[{ required: true, message: '请选择数据集' }]}
          >
            <SearchSelect
              placeholder="请选择已发布的数据集"
              loading={loadedDatasets.state === 'loading'}
              options={datasets.map(({ key, name }) => ({ value: key, label: name }))}
            />
          </Form.Item>
        ) : null}
        {start === 'copy' ? (
          <Form.Item name="source" label="复制哪个界面" rules={[{ required: true, message: '请选择界面' }]}>
            <SearchSelect
              placeholder="请选择"
              options={screens.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }))}
            />
          </Form.Item>
        ) : null}
        <Form.Item
          name="title"
          label="界面名称"
          rules={[{ required: true, whitespace: true, message: '请输入界面名称' }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item
          name="screenKey"
          label="界面键"
          extra="发布后不能修改，写作 区域/名称/视图，如 custom/leave/list"
          rules={[
            { required: true, message: '请输入界面键' },
            { pattern: SCREEN_KEY_PATTERN, message: '由字母开头，可含字母、数字、下划线和短横线，各级以 / 分隔' },
            {
              validator: (_rule, key: string) =>
                screens.some((screen) => screen.key === key)
                  ? Promise.reject(new Error('此界面键已存在'))
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

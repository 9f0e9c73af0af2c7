/** An application that is built on Formily and takes our schema and components: nothing of the product's shell is here. */
import '@ant-design/v5-patch-for-react-19';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createForm } from '@formily/core';
import { createSchemaField, FormConsumer, FormProvider, type ISchema } from '@formily/react';
import { FormItem, Input } from '@formily/antd-v5';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { parseFormDefinition } from '../../../../src/importer/index.ts';
import { compileForm, createRegistry } from '../../../../src/kernel/index.ts';
import { formilyComponents } from '../../../../src/runtime/formily/components.tsx';
import { toFormilySchema } from '../../../../src/runtime/formily/toFormilySchema.ts';
import type { Faces } from '../../../../src/runtime/node/faces.ts';
import { RuntimeProvider } from '../../../../src/runtime/Provider.tsx';
import type { Services } from '../../../../src/runtime/services/services.ts';
import type { Situation } from '../../../../src/rules/situation.ts';
import { builtinsPlugin } from '../../../../src/widgets/builtins.ts';
import { subTable } from '../../../../src/widgets/subTable/index.ts';

const registry = createRegistry<Faces>([builtinsPlugin, subTable]);
const situation: Situation = {
  user: { id: 'u1', name: '王小明', roles: [] },
  taskNode: '',
  todo: '0',
  isEdit: '1',
  flowState: '0',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
};
const services = { dictionary: () => Promise.resolve([]) } as unknown as Services;

const parsed = parseFormDefinition(
  {
    formKey: 'foreign',
    formName: '外部应用中的表单',
    fields: [
      {
        tag: 'el-card',
        label: '样品',
        children: [{ tag: 'el-input', __vModel__: 'name', label: '名称', required: true }],
      },
      { tag: 'el-input-number', __vModel__: 'count', label: '数量', max: 100 },
      { tag: 'el-input-number', __vModel__: 'price', label: '单价' },
      { tag: 'el-input-number', __vModel__: 'total', label: '合计', computed: 'count * price' },
      { tag: 'el-input', __vModel__: 'reason', label: '原因', visibleWhen: 'count > 10.0' },
      {
        tag: 'subTable',
        __vModel__: 'rows',
        label: '明细',
        children: [
          { tag: 'el-input', __vModel__: 'part', label: '零件' },
          { tag: 'el-input-number', __vModel__: 'amount', label: '数量' },
        ],
      },
    ],
  },
  registry,
);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
/** The importer refuses such a text: here it has come past it. */
const SCRIPT = '{{ globalThis.stolen = 1 }}';
const past = { tag: 'el-input', __vModel__: 'past', label: SCRIPT, help: SCRIPT, placeholder: SCRIPT } as const;
const definition = { ...parsed.value, fields: [...parsed.value.fields, past] };
const ours = toFormilySchema(compileForm(definition as typeof parsed.value, registry));

/** The application's own fields stand beside ours in one form. */
const schema: ISchema = {
  type: 'object',
  properties: {
    contact: { type: 'string', title: '联系人', 'x-decorator': 'FormItem', 'x-component': 'Input', required: true },
    ...(ours.properties as Record<string, ISchema>),
  },
};
const form = createForm<Record<string, unknown>>({ values: { contact: '外部', count: 2, price: 3 } });
const SchemaField = createSchemaField({ components: { FormItem, Input, ...formilyComponents(registry) } as never });

function Application() {
  const [outcome, setOutcome] = useState('');
  const submit = (): void => {
    form
      .submit((values: unknown) => setOutcome(`已提交 ${JSON.stringify(values)}`))
      .catch((errors: { messages: string[] }[]) =>
        setOutcome(`未提交 ${errors.flatMap((one) => one.messages).join('；')}`),
      );
  };
  return (
    <ConfigProvider locale={zhCN}>
      <RuntimeProvider registry={registry} services={services} situation={situation}>
        <FormProvider form={form}>
          <SchemaField schema={schema} />
          <FormConsumer>{() => <output id="total">{String(form.values.total)}</output>}</FormConsumer>
        </FormProvider>
        <button type="button" id="submit" onClick={submit}>
          提交
        </button>
        <output id="outcome">{outcome}</output>
      </RuntimeProvider>
    </ConfigProvider>
  );
}

createRoot(document.querySelector('#root') as Element).render(<Application />);

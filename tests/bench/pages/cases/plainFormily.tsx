import { createForm } from '@formily/core';
import { createSchemaField, FormProvider } from '@formily/react';
import { Checkbox, DatePicker, FormItem, Input, NumberPicker, Radio, Select, Switch } from '@formily/antd-v5';
import type { ISchema } from '@formily/react';
import { mountAndSettle } from '../mount.tsx';

const SchemaField = createSchemaField({
  components: { FormItem, Input, Select, NumberPicker, DatePicker, Radio, Checkbox, Switch },
});
const options = ['甲', '乙', '丙'].map((label, i) => ({ label, value: String(i) }));
const KINDS: ISchema[] = [
  { 'x-component': 'Input' },
  { 'x-component': 'Select', enum: options },
  { 'x-component': 'NumberPicker' },
  { 'x-component': 'DatePicker' },
  { 'x-component': 'Radio.Group', enum: options },
  { 'x-component': 'Checkbox.Group', enum: options },
  { 'x-component': 'Switch' },
  { 'x-component': 'Input.TextArea' },
];
const VALUES: unknown[] = ['文字', '1', 12.5, '2026-01-02', '1', ['0', '2'], true, '多行\n文字'];

function schemaOf(count: number): ISchema {
  const properties: Record<string, ISchema> = {};
  for (let i = 0; i < count; i += 1) {
    properties[`f${i}`] = {
      type: 'string',
      title: `字段${i}`,
      required: i % 5 === 0,
      'x-decorator': 'FormItem',
      ...KINDS[i % KINDS.length],
    };
  }
  return { type: 'object', properties };
}

const valuesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_v, i) => [`f${i}`, VALUES[i % VALUES.length]]));

/** Plain SchemaField with the library's own decorators, the way its documentation shows it. */
async function run(count: number, pattern: 'editable' | 'readPretty'): Promise<void> {
  const form = createForm({ pattern, values: valuesOf(count) });
  const schema = schemaOf(count);
  await mountAndSettle(
    <FormProvider form={form}>
      <SchemaField schema={schema} />
    </FormProvider>,
  );
}

export const cases = {
  'plain-500-edit': () => run(500, 'editable'),
  'plain-500-view': () => run(500, 'readPretty'),
};

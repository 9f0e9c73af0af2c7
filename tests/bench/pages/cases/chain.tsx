import { createForm, type Field } from '@formily/core';
import { createSchemaField, FormProvider, type ISchema } from '@formily/react';
import { FormItem, NumberPicker, Input } from '@formily/antd-v5';
import { sessionOf, show } from '../formSetup.tsx';
import { medianOf, mountAndSettle, settle } from '../mount.tsx';

const LENGTH = 50;
const TIMES = 40;
const LAST = `f${LENGTH - 1}`;
const names = Array.from({ length: LENGTH }, (_v, i) => `f${i}`);

/** Every field is the one before it and one more. */
const definition = {
  formKey: 'bench',
  formName: '链',
  fields: names.map((name, i) => ({
    tag: 'el-input-number',
    __vModel__: name,
    label: name,
    ...(i === 0 ? {} : { computed: `f${i - 1} + 1` }),
  })),
};

const follows =
  (i: number) =>
  (field: unknown): void => {
    const own = field as Field;
    own.value = Number(own.form.values[`f${i - 1}`] ?? 0) + 1;
  };
const schema: ISchema = {
  type: 'object',
  properties: Object.fromEntries(
    names.map((name, i) => [
      name,
      {
        type: 'number',
        title: name,
        'x-decorator': 'FormItem',
        'x-component': 'NumberPicker',
        ...(i === 0 ? {} : { 'x-read-pretty': true, 'x-reactions': follows(i) }),
      },
    ]),
  ),
};
const SchemaField = createSchemaField({ components: { FormItem, NumberPicker, Input } });

async function repeat(set: (value: number) => void, isDone: (value: number) => boolean): Promise<{ median: number }> {
  const all: number[] = [];
  for (let i = 1; i <= TIMES; i += 1)
    all.push(
      await settle(
        () => set(i * 1000),
        () => isDone(i * 1000),
      ),
    );
  return { median: medianOf(all) };
}

/** The last field's text on screen, whatever separates its digits. */
const isShown =
  (find: () => Element | null | undefined) =>
  (value: number): boolean =>
    find()
      ?.textContent?.replace(/\D/g, '')
      .endsWith(String(value + LENGTH - 1)) === true;

export const cases = {
  'chain-values': async () => {
    const session = sessionOf(definition, { fieldsMap: { f0: 0 } });
    return repeat(
      (value) => session.setValue('f0', value),
      (value) => session.values[LAST] === value + LENGTH - 1,
    );
  },
  'chain-values-plain': async () => {
    const form = createForm<Record<string, number>>({ values: { f0: 0 } });
    names.forEach((name, i) => form.createField({ name, reactions: i === 0 ? [] : [follows(i)] }));
    return repeat(
      (value) => form.setValuesIn('f0', value),
      (value) => form.values[LAST] === value + LENGTH - 1,
    );
  },
  'chain-shown': async () => {
    const session = sessionOf(definition, { fieldsMap: { f0: 0 } });
    await show(session);
    return repeat(
      (value) => session.setValue('f0', value),
      isShown(() => document.querySelector(`[data-field="${LAST}"] .sf-text`)),
    );
  },
  'chain-shown-plain': async () => {
    const form = createForm<Record<string, number>>({ values: { f0: 0 } });
    await mountAndSettle(
      <FormProvider form={form}>
        <SchemaField schema={schema} />
      </FormProvider>,
    );
    return repeat(
      (value) => form.setValuesIn('f0', value),
      isShown(() => [...document.querySelectorAll('.ant-formily-item-control')].at(-1)),
    );
  },
};

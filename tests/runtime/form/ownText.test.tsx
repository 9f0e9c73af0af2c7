import { act, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { frame, session, show } from '../support.tsx';

const field = (more: object = {}): object => ({ tag: 'el-input', __vModel__: 'text', label: '文字', ...more });
const control = (): HTMLInputElement | HTMLTextAreaElement =>
  frame('text')?.querySelector('input, textarea') as HTMLInputElement;
const type = (text: string): void => {
  fireEvent.change(control(), { target: { value: text } });
};

test.each([
  ['one line', {}],
  ['several lines', { type: 'textarea' }],
  ['a password', { type: 'password' }],
  ['an amount', { isFloat: '1' }],
])('%s shows what is written from elsewhere, the value before the typing too', async (_what, more) => {
  const form = session({ fields: [field(more)] });
  await show(form);
  const shows = (text: string): void => expect([control().value, form.values.text ?? '']).toEqual([text, text]);
  act(() => form.setValue('text', '10'));
  shows('10');
  type('105');
  shows('105');
  act(() => form.setValue('text', '10'));
  shows('10');
  type('10');
  type('107');
  shows('107');
  act(() => form.setValue('text', ''));
  shows('');
  type('8');
  shows('8');
});

test('what is written from elsewhere is no change by the person', async () => {
  const form = session({ fields: [field()] });
  await show(form);
  type('1');
  act(() =>
    form.load({
      id: 'r',
      formKey: 'f',
      revision: 2,
      version: 1,
      flwState: '0',
      fieldsMap: { text: '新' },
      childTables: {},
    } as never),
  );
  expect([control().value, form.values.text, form.isDirty]).toEqual(['新', '新', false]);
});

test('each value of a form tells those who ask for it, and those who ask for any', () => {
  const form = session({
    fields: [
      field(),
      field({ __vModel__: 'other' }),
      { tag: 'el-input-number', __vModel__: 'twice', computed: 'size(text) * 2.0' },
    ],
  });
  const heard: string[] = [];
  const stops = [
    form.onValueChange('text', () => heard.push('text')),
    form.onValueChange('twice', () => heard.push('twice')),
    form.onValueChange(null, () => heard.push('any')),
  ];
  form.setValue('other', '一');
  expect(heard.splice(0)).toEqual(['any']);
  form.setValue('text', '一');
  expect(new Set(heard.splice(0))).toEqual(new Set(['text', 'twice', 'any']));
  for (const stop of stops) stop();
  form.setValue('text', '二');
  expect(heard).toEqual([]);
});

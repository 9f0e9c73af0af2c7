import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { optionValuesByField } from '../../../src/designer/canvas/model/fieldKeys.ts';
import type { EditorProps } from '../../../src/designer/canvas/properties/editors/basicEditors.tsx';
import { OptionsEditor } from '../../../src/designer/canvas/properties/editors/OptionsEditor.tsx';
import { PanelProvider } from '../../../src/designer/canvas/properties/panelContext.tsx';
import { DesignerContext } from '../../../src/designer/canvas/designerContext.ts';

afterEach(cleanup);

const option = (label: string, value: unknown = label) => ({ label, value });
const published = optionValuesByField({
  fields: [{ tag: 'el-select', __vModel__: 'state', __slot__: { options: [option('在用'), option('停用')] } }],
});

/** The editor of the options of a field; the result gives the present options. */
function show(options: object[], key = 'state', more: object = {}): () => unknown {
  let current: unknown = options;
  const Shown = () => {
    const [value, setValue] = useState<unknown>({ options });
    const onChange = (next: { options: object[] }): void => {
      current = next.options;
      setValue(next);
    };
    return <OptionsEditor {...({ id: 'options', value, onChange } as unknown as EditorProps)} />;
  };
  const designing = {
    isPublishedOption: (field: string, value: unknown) => published.get(field)?.has(String(value)) === true,
    ...more,
  };
  render(
    <DesignerContext value={designing as never}>
      <PanelProvider value={{ node: { tag: 'el-select', __vModel__: key } } as never}>
        <Shown />
      </PanelProvider>
    </DesignerContext>,
  );
  return () => current;
}
/** Replaces a text key by key, as a person types it. */
const type = (label: string, value: string): void => {
  const input = screen.getByLabelText(label);
  fireEvent.focus(input);
  for (let length = Math.min(1, value.length); length <= value.length; length += 1)
    fireEvent.change(input, { target: { value: value.slice(0, length) } });
  fireEvent.blur(input);
};

it('a published option keeps its stored value when its words are corrected; a new one does not', () => {
  const options = show([option('在用'), option('停用'), option('选项 3')]);
  type('选项 2 的文字', '已停用');
  type('选项 3 的文字', '报废');
  expect(options()).toEqual([option('在用'), option('已停用', '停用'), option('报废')]);
});

it('the value follows the words in a field that was never published', () => {
  const options = show([option('停用')], 'other');
  type('选项 1 的文字', '已停用');
  expect(options()).toEqual([option('已停用')]);
});

it('lines show the stored value of a published option, so that it stays', () => {
  const options = show([option('停用'), option('报废')]);
  fireEvent.click(screen.getByRole('button', { name: '批量编辑' }));
  const lines = screen.getByLabelText('选项，每行一个') as HTMLTextAreaElement;
  expect(lines.value).toBe('停用 | 停用\n报废');
  fireEvent.change(lines, { target: { value: lines.value.replace('停用 |', '已停用 |') } });
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }));
  expect(options()).toEqual([option('已停用', '停用'), option('报废')]);
});

it('a new option has a text of its own, and an emptied number stays a number', () => {
  const options = show([option('选项 1', 1), option('选项 3', 3)]);
  fireEvent.click(screen.getByRole('button', { name: /添加选项/ }));
  type('选项 2 的值', '');
  type('选项 2 的值', '2');
  expect(options()).toEqual([option('选项 1', 1), option('选项 3', 2), option('选项 4')]);
});

it('a line that is added to numbered options has a number', () => {
  const options = show([option('在用', 1), option('停用', 2)], 'other');
  fireEvent.click(screen.getByRole('button', { name: '批量编辑' }));
  const lines = screen.getByLabelText('选项，每行一个') as HTMLTextAreaElement;
  fireEvent.change(lines, { target: { value: `${lines.value}\n其他 | 9` } });
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }));
  expect(options()).toEqual([option('在用', 1), option('停用', 2), option('其他', 9)]);
});

it('a new option whose words begin with a published value gets a value of its own', () => {
  const options = show([option('在用'), option('停用'), option('选项 3')]);
  type('选项 3 的文字', '停用但可恢复');
  expect(options()).toEqual([option('在用'), option('停用'), option('停用但可恢复')]);
});

it('words wait until it is known what was published, and a failure can be tried again', () => {
  const retry = vi.fn();
  show([option('停用')], 'state', { unknownVersion: { error: new Error('断网'), retry } });
  expect(screen.getByLabelText('选项 1 的文字')).toHaveProperty('readOnly', true);
  fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(retry).toHaveBeenCalled();
});

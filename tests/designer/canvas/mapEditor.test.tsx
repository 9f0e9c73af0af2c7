import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { MapEditor } from '../../../src/designer/canvas/properties/editors/MapEditor.tsx';
import type { EditorProps } from '../../../src/designer/canvas/properties/editors/basicEditors.tsx';

afterEach(cleanup);

/** The editor of an object; the result gives the present value. */
function show(start: object, more: Partial<Parameters<typeof MapEditor>[0]> = {}): () => unknown {
  let current: unknown = start;
  const Shown = () => {
    const [value, setValue] = useState<unknown>(start);
    const onChange = (next: unknown): void => {
      current = next;
      setValue(next);
    };
    return <MapEditor {...({ id: 'map', value, onChange } as unknown as EditorProps)} {...more} />;
  };
  render(<Shown />);
  return () => current;
}
const names = (): HTMLInputElement[] => screen.getAllByPlaceholderText('名称');
const typeName = (index: number, value: string): void => {
  fireEvent.change(names()[index] as HTMLElement, { target: { value } });
};

it('a name that is typed past the name of another pair leaves that pair as it is', () => {
  const value = show({ a: '1', ab: '2' });
  typeName(0, 'ab');
  expect(screen.getByRole('alert').textContent).toContain('“ab”重复');
  expect(names()[0]?.value).toBe('ab');
  expect(value()).toEqual({ a: '1', ab: '2' });
  typeName(0, 'abc');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(value()).toEqual({ abc: '1', ab: '2' });
});

it('a new pair has a name of its own after one before it was removed', () => {
  const value = show({ name1: '1', name2: '2' });
  fireEvent.click(screen.getAllByRole('button', { name: '删除此行' })[0] as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: /添加一行/ }));
  expect(value()).toEqual({ name2: '2', name3: '' });
});

it('a name that another pair has is not among the choices', () => {
  const choices = ['a', 'b', 'c'].map((key) => ({ value: key, label: `字段 ${key}` }));
  show({ a: '1', b: '2' }, { names: choices });
  fireEvent.mouseDown(screen.getAllByRole('combobox', { name: '名称' })[0] as HTMLElement);
  expect([...document.querySelectorAll('.ant-select-item-option')].map((one) => one.getAttribute('title'))).toEqual([
    '字段 a',
    '字段 c',
  ]);
});

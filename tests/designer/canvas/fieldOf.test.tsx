import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EditorProps } from '../../../src/designer/canvas/properties/editors/basicEditors.tsx';
import { FieldOfEditor } from '../../../src/designer/canvas/properties/editors/datasetEditors.tsx';
import { PanelProvider } from '../../../src/designer/canvas/properties/panelContext.tsx';
import { widget as number } from '../../../src/widgets/el-input-number/index.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const FORM = {
  formKey: 'site',
  formName: '工地',
  fields: [
    { tag: 'el-input', __vModel__: 'region', label: '所在地区' },
    { tag: 'el-input-number', __vModel__: 'lng', label: '经度' },
  ],
};

/** What the editor offers for a key whose field must hold such values. */
async function offered(holds?: 'area' | 'number'): Promise<string[]> {
  const refers = { to: 'field', of: 'formKey', ...(holds ? { holds } : {}) };
  const { unmount } = await renderAt(
    '/x',
    fakeServices({ forms: { definition: async () => FORM } as never }),
    <PanelProvider value={{ node: { tag: 'list', formKey: 'site' } } as never}>
      <FieldOfEditor
        {...({
          id: 'field',
          property: { schema: { type: 'string', 'x-refers': refers } },
          onChange: () => undefined,
        } as unknown as EditorProps)}
      />
    </PanelProvider>,
    situation,
    [{ name: 'more', install: ({ registerWidget }) => void registerWidget(number as never) }],
  );
  await screen.findByText('选择字段');
  fireEvent.mouseDown(screen.getByRole('combobox'));
  const options = [...document.querySelectorAll('.ant-select-item-option-content')].map((one) => one.textContent ?? '');
  unmount();
  return options;
}

it('a key of a list offers the fields of its form, and where it needs areas or numbers those that hold them', async () => {
  expect(await offered()).toEqual(expect.arrayContaining(['所在地区', '经度', '创建时间']));
  expect(await offered('area')).toEqual(['所在地区']);
  expect(await offered('number')).toEqual(['经度']);
});

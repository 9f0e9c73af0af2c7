import type { FormRecord } from '../../../src/grammar/documents.ts';
import { preloadFace } from '../../../src/runtime/node/LazyFace.tsx';
import { registry, sessionOf, show } from './formSetup.tsx';

export const COLUMNS = 20;
export const keys = Array.from({ length: COLUMNS }, (_v, i) => `c${i}`);
export const text = (row: number, column: number): string => `第${row}行${column}`;

const definition = {
  formKey: 'bench',
  formName: '测试',
  fields: [
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      flowEditable: '1',
      needCopy: '1',
      height: 560,
      children: keys.map((key, i) => ({
        tag: 'el-input',
        __vModel__: key,
        label: `列${i}`,
        width: 150,
        flowEditable: '1',
      })),
    },
  ],
};

export type Rows = FormRecord['childTables'][string];

export const rowsOf = (count: number): Rows =>
  Array.from({ length: count }, (_v, row) => ({
    id: `r${row}`,
    fieldsMap: Object.fromEntries(keys.map((key, column) => [key, text(row, column)])),
  }));

/** The code is downloaded before the clock starts: a mount is measured, not a download. */
export const loadTable = async (): Promise<void> => {
  await Promise.all(['subTable', 'el-input'].map((tag) => preloadFace(registry.widget(tag)?.faces.edit)));
};

export async function openTable(rows: Rows): Promise<void> {
  await show(sessionOf(definition, { childTables: { rows } }));
}

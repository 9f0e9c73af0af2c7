import { Input } from 'antd';
import { sessionOf, show } from '../formSetup.tsx';
import { find, frame, mountAndSettle } from '../mount.tsx';

const options = ['甲', '乙', '丙'].map((label, i) => ({ label, value: String(i) }));
const withOptions = { __slot__: { options } };
const KINDS = [
  { tag: 'el-input' },
  { tag: 'el-select', ...withOptions },
  { tag: 'el-input-number' },
  { tag: 'el-date-picker' },
  { tag: 'el-radio-group', ...withOptions },
  { tag: 'el-checkbox-group', ...withOptions },
  { tag: 'el-switch' },
  { tag: 'el-input', type: 'textarea' },
];
const VALUES: unknown[] = ['文字', '1', 12.5, '2026-01-02', '1', ['0', '2'], '1', '多行\n文字'];

const definitionOf = (count: number): string =>
  JSON.stringify({
    formKey: 'bench',
    formName: '基准',
    fields: Array.from({ length: count }, (_v, i) => ({
      __vModel__: `f${i}`,
      label: `字段${i}`,
      span: 24,
      required: i % 5 === 0,
      ...KINDS[i % KINDS.length],
    })),
  });

const valuesOf = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_v, i) => [`f${i}`, VALUES[i % VALUES.length]]));

const LONG = 5000;

/** From the served JSON to painted. */
const open = (count: number, mode: 'edit' | 'view'): Promise<() => void> =>
  show(sessionOf(definitionOf(count), { fieldsMap: valuesOf(count) }, mode));

/** Until what is near the window is mounted: typing is measured, not mounting. */
async function rested(): Promise<void> {
  let last = -1;
  for (let still = 0; still < 30; still += 1) {
    const waiting = document.querySelectorAll('.sf-proxy').length;
    if (waiting !== last || document.querySelector('.sf-loading')) still = 0;
    last = waiting;
    await frame();
  }
}

async function focus(selector: string): Promise<void> {
  await rested();
  find<HTMLInputElement>(selector).focus();
  await frame();
}

export const cases = {
  'form-500-edit': async () => {
    await open(500, 'edit');
  },
  'form-1000-edit': async () => {
    await open(1000, 'edit');
  },
  /** Opens, takes a key in its first and in its last field, and gives the record to save; ms of each step. */
  'form-5000-edit': async () => {
    const steps: Record<string, number> = {};
    let from = performance.now();
    const step = (name: string): void => {
      steps[name] = performance.now() - from;
      from = performance.now();
    };
    const session = sessionOf(definitionOf(LONG), { fieldsMap: valuesOf(LONG) });
    step('session');
    await show(session);
    step('open');
    for (const key of ['f0', `f${LONG - 8}`]) session.setValue(key, '改');
    await frame();
    step('keys');
    session.setSituation({ isEdit: '0' });
    session.setSituation({ isEdit: '1' });
    step('switch');
    if (session.validate().length > 0) throw new Error('the values of the long form are not valid');
    const saved = session.toRecord();
    if (saved.fieldsMap.f0 !== '改' || saved.fieldsMap[`f${LONG - 8}`] !== '改') throw new Error('a key was lost');
    session.markSaved({ ...saved, revision: 2 });
    if (session.isDirty) throw new Error('the long form is not saved');
    step('save');
    return steps;
  },
  'form-500-view': async () => {
    await open(500, 'view');
  },
  'form-1000-keys': async () => {
    await open(1000, 'edit');
    await focus('[data-field="f0"] input');
  },
  'bare-input-keys': async () => {
    await mountAndSettle(<Input />);
    await focus('input');
  },
  /** Opens and closes one form; `window.turn` does it again. */
  'form-open-close': async () => {
    const text = definitionOf(80);
    const values = valuesOf(80);
    window.turn = async () => {
      const session = sessionOf(text, { fieldsMap: values });
      const close = await show(session);
      close();
      session.dispose();
      await frame();
    };
    await window.turn();
  },
};

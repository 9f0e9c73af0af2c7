import { createForm } from '@bpmn-io/form-js';
import '@bpmn-io/form-js/dist/assets/form-js.css';
import { frame } from '../mount.tsx';

const values = ['甲', '乙', '丙'].map((label, i) => ({ label, value: String(i) }));
const KINDS = [
  { type: 'textfield' },
  { type: 'select', values },
  { type: 'number' },
  { type: 'datetime', subtype: 'date' },
  { type: 'radio', values },
  { type: 'checklist', values },
  { type: 'checkbox' },
  { type: 'textarea' },
];
const VALUES: unknown[] = ['文字', '1', 12.5, '2026-01-02', '1', ['0', '2'], true, '多行\n文字'];

/** The same mixed form, the way the library's documentation shows it. */
async function run(count: number): Promise<void> {
  const components = Array.from({ length: count }, (_v, i) => ({
    id: `c${i}`,
    key: `f${i}`,
    label: `字段${i}`,
    ...(KINDS[i % KINDS.length]?.type === 'datetime' ? { dateLabel: `字段${i}` } : {}),
    ...(i % 5 === 0 ? { validate: { required: true } } : {}),
    ...KINDS[i % KINDS.length],
  }));
  const data = Object.fromEntries(Array.from({ length: count }, (_v, i) => [`f${i}`, VALUES[i % VALUES.length]]));
  await createForm({
    container: document.getElementById('root') as HTMLElement,
    schema: { type: 'default', id: 'bench', schemaVersion: 16, components },
    data,
  });
  await frame();
  await frame();
  if (document.querySelectorAll('.fjs-form-field').length < count)
    throw new Error('the peer does not show every field');
}

export const cases = { 'form-js-500': () => run(500) };

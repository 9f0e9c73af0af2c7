import type { FormRecord } from '../../../src/grammar/documents.ts';
import { compileForm } from '../../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../../src/kernel/parse.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Situation } from '../../../src/rules/situation.ts';
import type { Faces } from '../../../src/runtime/faces.ts';
import { FormView } from '../../../src/runtime/formView.tsx';
import { RuntimeProvider } from '../../../src/runtime/provider.tsx';
import { createFormSession } from '../../../src/runtime/createSession.ts';
import type { Services } from '../../../src/runtime/services.ts';
import { builtins } from '../../../src/widgets/builtins.ts';
import { mountAndSettle } from './mount.tsx';

const options = ['甲', '乙', '丙'].map((label, i) => ({ label, value: String(i) }));
const withOptions = { __slot__: { options } };
const KINDS = [
  { tag: 'el-input' }, { tag: 'el-select', ...withOptions }, { tag: 'el-input-number' }, { tag: 'el-date-picker' },
  { tag: 'el-radio-group', ...withOptions }, { tag: 'el-checkbox-group', ...withOptions }, { tag: 'el-switch' }, { tag: 'el-input', type: 'textarea' },
];
const VALUES: unknown[] = ['文字', '1', 12.5, '2026-01-02', '1', ['0', '2'], '1', '多行\n文字'];

const definitionOf = (count: number): unknown => ({
  formKey: 'bench', formName: '基准',
  fields: Array.from({ length: count }, (_v, i) => ({ __vModel__: `f${i}`, label: `字段${i}`, span: 24, required: i % 5 === 0, ...KINDS[i % KINDS.length] })),
});

const situation: Situation = {
  user: { id: 'u1', name: '张三', roles: [] }, taskNode: '', todo: '0', isEdit: '1', flowState: '0', recordId: null, superRole: false, query: {}, nodeRules: null,
};

const registry = createRegistry<Faces>([builtins]);

/** From the served JSON to painted: parse, normalise, compile, mount. */
function run(count: number, mode: 'edit' | 'view'): Promise<void> {
  const text = JSON.stringify(definitionOf(count));
  const started = (): Promise<void> => {
    const parsed = parseFormDefinition(text, registry);
    if (!parsed.ok) throw new Error('the bench definition does not parse');
    const compiled = compileForm(parsed.value, registry);
    const record: FormRecord = { id: 'r', revision: 1, version: 1, flwState: '0', fieldsMap: Object.fromEntries(Array.from({ length: count }, (_v, i) => [`f${i}`, VALUES[i % VALUES.length]])), childTables: {} };
    const session = createFormSession({ compiled, record, situation: { ...situation, isEdit: mode === 'edit' ? '1' : '0' }, services: {} as Services, mode });
    return mountAndSettle(
      <RuntimeProvider registry={registry} services={{} as Services} situation={situation}><FormView session={session} /></RuntimeProvider>,
    );
  };
  return started();
}

export const cases = {
  'form-500-edit': () => run(500, 'edit'),
  'form-1000-edit': () => run(1000, 'edit'),
  'form-500-view': () => run(500, 'view'),
};

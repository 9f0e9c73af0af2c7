import type { NodeRules, Situation } from '../../src/rules/situation.ts';
import { compileForm } from '../../src/kernel/compile.ts';
import type { CompiledForm, FormDefinition } from '../../src/kernel/form.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import type { Problem } from '../../src/domain/problem/problem.ts';
import { createVocabulary } from '../../src/kernel/registry.ts';
import type { WidgetDefinition } from '../../src/kernel/widget.ts';
import { definitions } from '../../src/server/widgets.generated.ts';

/** What the product's definition says of the value itself, without its checks and texts. */
function valueOf(tag: string): Partial<WidgetDefinition> {
  const own = definitions.find((definition) => definition.tag === tag);
  const { valueType, initialValue, isInitialValue, dateFormat, isPath, fromForeign, references } = own ?? {};
  return { valueType, initialValue, isInitialValue, dateFormat, isPath, fromForeign, references };
}

const field = (tag: string, more: Partial<WidgetDefinition> = {}): WidgetDefinition => ({
  tag,
  kind: 'field',
  ...valueOf(tag),
  ...more,
});

/** Small definitions of the kernel's own: what browser and server register is tested with their widgets. */
export const vocabulary = createVocabulary([
  field('el-input'),
  field('el-input-number', {
    validate: (value, node) =>
      typeof value === 'number' && value < ((node as { min?: number }).min ?? -Infinity) ? '太小' : null,
  }),
  field('el-select', { hasCompanion: true }),
  field('el-radio-group'),
  field('el-checkbox-group'),
  field('el-cascader', { hasCompanion: true }),
  field('el-date-picker'),
  field('el-time-picker'),
  field('el-switch', { emptyValue: '0' }),
  field('el-upload'),
  field('userSelector', { hasCompanion: true }),
  field('deptSelector', { hasCompanion: true }),
  field('componySelector', { hasCompanion: true }),
  field('subTable', {
    emptyValue: [],
    validate: (value, node) =>
      Array.isArray(value) && value.length < ((node as { minRows?: number }).minRows ?? 0) ? '行数不足' : null,
  }),
]);

export const situation = (change: Partial<Situation> = {}): Situation => ({
  user: { id: 'u1', name: '王工', roles: ['staff'] },
  taskNode: '',
  todo: '0',
  isEdit: '1',
  flowState: '',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
  ...change,
});

export const nodeRules = (change: Partial<NodeRules> = {}): NodeRules => ({
  taskNode: '部门负责人',
  fields: {},
  tables: {},
  actions: ['approve'],
  ...change,
});

/** Parses fields that must be right; throws with the problems otherwise. */
export function define(fields: unknown[], more: Record<string, unknown> = {}): FormDefinition {
  const parsed = parseFormDefinition({ formKey: 'test', formName: '测试', fields, ...more }, vocabulary);
  if (!parsed.ok || parsed.problems.length > 0)
    throw new Error(parsed.problems.map(({ path, message }) => `${path.join('/')}: ${message}`).join('\n'));
  return parsed.value;
}

export const compile = (fields: unknown[], more?: Record<string, unknown>): CompiledForm =>
  compileForm(define(fields, more), vocabulary);

/** Parses fields that may be wrong: what came out and what was said. */
export function parse(document: unknown): { definition: FormDefinition | null; problems: readonly Problem[] } {
  const parsed = parseFormDefinition(document, vocabulary, { formKey: 'test', formName: '测试' });
  return { definition: parsed.ok ? parsed.value : null, problems: parsed.problems };
}

export const brief = (problems: readonly Problem[]): string[] =>
  problems.map(({ code, path, level }) => `${level} ${code} ${path.join('/')}`);

import { documents } from '../grammar/validators.js';
import type { FormDefinition as GrammarForm, ScreenDefinition as GrammarScreen } from '../grammar/documents.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import {
  checkForm,
  checkScreen,
  type FormDefinition,
  readDocument,
  placeholderNames,
  type Vocabulary,
  formTypesOf,
} from '../kernel/index.ts';
import { externalNamesIn, externalNamesInScreen, type ExternalName } from '../references/index.ts';
import { checkExpression } from '../expressions/index.ts';
import { createContext, sourcePathOf } from './context.ts';
import { findForm } from './findForm.ts';
import { readSettings, unknownSettings } from './formSettings.ts';
import { isScriptKey } from './keys.ts';
import { normaliseNode, normaliseNodes } from './node.ts';
import { describeSchemaError, pointerPath } from './schemaErrors.ts';
import { isBlank, isObject, readSource, type LocatedValue } from './source.ts';
import { type Path, type Problem, type Result, problem, underPath, warning } from '../domain/problem/index.ts';

/**
 * The result of reading a form. `notes` (level 'info') describe how elements of other designers were converted and
 * which parts have no effect in this product. `externalNames`: names that can only be checked with knowledge of other
 * documents (`checkExternalNames`).
 */
export type FormParseResult =
  | (Result<FormDefinition> & { ok: true; notes: readonly Problem[]; externalNames: readonly ExternalName[] })
  | (Result<FormDefinition> & { ok: false });

export interface FormParseOptions {
  /**
   * The key and the name under which the document is stored. They take precedence over those in the document itself.
   */
  formKey?: string;
  formName?: string;
}

/** Canonical screen definition. */
export type ScreenDefinition = Omit<GrammarScreen, 'root'> & { root: AnyNode };

/** The result of reading a screen. `externalNames`: as in `FormParseResult`. */
export type ScreenParseResult =
  | (Result<ScreenDefinition> & { ok: true; externalNames: readonly ExternalName[] })
  | (Result<ScreenDefinition> & { ok: false });

/** Key and name for a form without a valid key or name. */
const DEFAULT_NAMES = { formKey: 'unnamed', formName: '未命名表单' } as const;

const trimmedText = (located: LocatedValue | undefined): string =>
  typeof located?.value === 'string' ? located.value.trim() : '';

/**
 * Validates form-level properties against the grammar. Adds an error to `problems` for an invalid property (a warning
 * if another designer wrote the document: `isForeign`) and removes it from `definition`; an invalid key or name of the
 * form gets a default. `settingPath`: returns the location of a property in the source document.
 */
function validateSettings(
  definition: Record<string, unknown>,
  isForeign: () => boolean,
  settingPath: (key: string) => Path,
  problems: Problem[],
): void {
  const validator = documents['form-definition'];
  if (!validator || validator({ ...definition, fields: [] })) return;
  for (const error of validator.errors ?? []) {
    const [key] = pointerPath(error.instancePath, definition);
    if (typeof key !== 'string') continue;
    problems.push(
      (isForeign() ? warning : problem)('DOC_SHAPE', settingPath(key), {
        where: key,
        detail: definition[key] === '' ? '不能为空' : describeSchemaError(error),
      }),
    );
    if (key in DEFAULT_NAMES) definition[key] = DEFAULT_NAMES[key as keyof typeof DEFAULT_NAMES];
    else delete definition[key];
  }
}

/** Warns of placeholders in the title template that name neither a field (`keys`) nor its companion. */
function checkTitle(template: unknown, keys: ReadonlySet<string>, path: Path): Problem[] {
  return placeholderNames(template)
    .filter((name) => !keys.has(name) && !keys.has(name.replace(/Label$/, '')))
    .map((name) => warning('DOC_REFERENCE', path, { kind: '字段', name }));
}

/** Reads the dialog fields of buttons in the same way as form fields, and returns the buttons with canonical fields. */
function readDialogs(
  actions: unknown,
  path: Path,
  vocabulary: Vocabulary,
): { actions: Record<string, unknown>[]; problems: Problem[] } {
  const problems: (readonly Problem[])[] = [];
  const canonicalActions = (Array.isArray(actions) ? (actions as Record<string, unknown>[]) : []).map(
    (action, index) => {
      if (!Array.isArray(action.dialog)) return action;
      const dialogPath = [...path, index, 'dialog'];
      const context = createContext(vocabulary, 'form');
      const fields = (action.dialog as unknown[]).map((value, fieldIndex) => ({
        value,
        path: [...dialogPath, fieldIndex],
      }));
      const nodes = normaliseNodes(fields, context);
      problems.push(context.problems);
      problems.push(checkForm(nodes, vocabulary, (node, key) => sourcePathOf(context, node, key)));
      return { ...action, dialog: nodes };
    },
  );
  return { actions: canonicalActions, problems: problems.flat() };
}

/** Checks the expression `urgentWhen`, which marks a record as urgent. */
const checkUrgentCondition = (
  condition: unknown,
  nodes: readonly AnyNode[],
  vocabulary: Vocabulary,
  path: Path,
): Problem[] =>
  typeof condition === 'string'
    ? underPath(path, checkExpression(condition, formTypesOf(nodes, vocabulary).form, 'bool'))
    : [];

/**
 * Reads a form definition of any dialect (text or object) and converts it to the canonical form.
 *
 * `ok: false` only if no definition can be created (the JSON is broken, too large or too deep, or has no list of
 * fields). `ok: true`: the definition can always be shown on screen. Its problems are returned with it; a problem of
 * level 'error' forbids publishing (`hasErrors`).
 * Paths refer to the source document; inside a value that is JSON text they continue into that text. Never throws,
 * never modifies the input, never runs code from it.
 */
export function parseFormDefinition(
  input: unknown,
  vocabulary: Vocabulary,
  options: FormParseOptions = {},
): FormParseResult {
  const parsed = readDocument(input);
  if (!parsed.ok) return parsed;
  const findResult = findForm(parsed.value);
  if (!findResult.ok) return findResult;
  const { settings, fields } = findResult.parts;
  const context = createContext(vocabulary, 'form');
  const settingPath = (key: string): Path => settings.get(key)?.path ?? [key];

  const definition: Record<string, unknown> = {
    formKey: options.formKey ?? trimmedText(settings.get('formKey')),
    formName:
      options.formName ??
      (trimmedText(settings.get('formName')) ||
        trimmedText(settings.get('title')) ||
        trimmedText(settings.get('name'))),
    ...readSettings(settings),
  };
  if (definition.formName === '')
    definition.formName = definition.formKey === '' ? DEFAULT_NAMES.formName : definition.formKey;
  for (const [key, { value, path }] of settings)
    if (isScriptKey(key) && !isBlank(value)) context.problems.push(warning('DOC_FUNCTION', path, { key }));
  for (const [key, { path }] of unknownSettings(settings))
    context.problems.push(warning('DOC_UNUSED', path, { tag: '表单', key }));
  validateSettings(
    definition,
    () => fields.some(({ value, path }) => isObject(value) && readSource(value, path).isForeign),
    settingPath,
    context.problems,
  );
  const nodes = normaliseNodes(fields, context);
  definition.fields = nodes;
  const pathOfKey = (node: object, key: string): Path => sourcePathOf(context, node, key);
  const dialogs = readDialogs(definition.actions, settingPath('actions'), vocabulary);
  if (definition.actions !== undefined) definition.actions = dialogs.actions;
  const problems = [
    ...context.problems,
    ...dialogs.problems,
    ...checkForm(nodes, vocabulary, pathOfKey),
    ...checkTitle(definition.titleTemplate, context.usedKeys, settingPath('titleTemplate')),
    ...checkUrgentCondition(definition.urgentWhen, nodes, vocabulary, settingPath('urgentWhen')),
  ];
  return {
    ok: true,
    value: definition as unknown as GrammarForm as FormDefinition,
    problems,
    notes: context.notes,
    externalNames: externalNamesIn(nodes, pathOfKey),
  };
}

/**
 * Reads a screen definition `{ screenKey, title, root }`, with the same guarantees as `parseFormDefinition`. The result
 * has `ok: false` only if the JSON cannot be read or there is no usable `root`.
 */
export function parseScreenDefinition(input: unknown, vocabulary: Vocabulary): ScreenParseResult {
  const parsed = readDocument(input);
  if (!parsed.ok) return parsed;
  const validator = documents['screen-definition'];
  const problems: Problem[] = [];
  if (validator && !validator(parsed.value)) {
    for (const error of validator.errors ?? []) {
      const path = pointerPath(error.instancePath, parsed.value);
      problems.push(
        problem('DOC_SHAPE', path, { where: path.join('.') || '界面', detail: describeSchemaError(error) }),
      );
    }
  }
  if (!isObject(parsed.value) || !isObject(parsed.value.root))
    return {
      ok: false,
      problems: problems.length > 0 ? problems : [problem('DOC_SHAPE', [], { where: '界面', detail: '缺少“root”' })],
    };
  const context = createContext(vocabulary, 'screen');
  const root = normaliseNode({ value: parsed.value.root, path: ['root'] }, context);
  if (root === undefined) return { ok: false, problems: [...problems, ...context.problems] };
  const { screenKey, title, version } = parsed.value;
  const value: ScreenDefinition = {
    screenKey: typeof screenKey === 'string' ? screenKey : '',
    title: typeof title === 'string' ? title : '',
    ...(typeof version === 'number' ? { version } : {}),
    root,
  };
  const pathOfKey = (node: object, key: string): Path => sourcePathOf(context, node, key);
  return {
    ok: true,
    value,
    problems: [...problems, ...context.problems, ...checkScreen(value.screenKey, root, pathOfKey)],
    externalNames: externalNamesInScreen(root, pathOfKey),
  };
}

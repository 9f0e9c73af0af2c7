import type { Path } from '../../domain/problem/index.ts';
import {
  columnsOfEach,
  columnsOfTable,
  type CreateFrom,
  type Effect,
  type EffectRows,
  type EffectValues,
  type FormAction,
  type Reminder,
  THIS,
} from '../effects/effect.ts';
import { placeholdersIn } from '../effects/scopedText.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../form.ts';
import { canonicalPlaces, collectNodes } from './collectNodes.ts';
import { NO_NAME_CONTEXT, type NameContext, readsOfText, type Roots, startIn } from './readsOfText.ts';
import type { Mention } from './mention.ts';

/**
 * The names with which the expressions of an effect, button or "create from" may begin, and the location of the
 * expressions in words.
 */
interface Scope {
  nameContext: NameContext;
  roots: Roots;
  place: string;
}

const createMention = (
  { place: placeText }: Pick<Scope, 'place'>,
  path: Path,
  kind: Mention['kind'],
  name: string,
  extra: Partial<Mention> = {},
): Mention => ({ kind, names: [name], owner: '', table: '', use: 'named', path, place: placeText, ...extra });

const readMentions = (
  { nameContext, roots, place: placeText }: Scope,
  path: Path,
  text: string | undefined,
): Mention[] => (text === undefined ? [] : readsOfText(text, nameContext, { path, place: placeText }, roots));

/** The mention of the field at the end of a written path (`contract.project`, `row.device`). */
function pathMention(scope: Scope, path: Path, written: string, use: Mention['use']): Mention[] {
  const names = written.split('.');
  const [first = '', ...rest] = names;
  const root = Object.hasOwn(scope.roots, first) ? scope.roots[first] : undefined;
  const isRooted = root !== undefined || first === 'form';
  const steps = isRooted ? rest : names;
  if (root === null || steps.length === 0) return [];
  const start = root ?? startIn(scope.nameContext, steps);
  return start ? [createMention(scope, path, 'field', '', { names: steps, ...start, use })] : [];
}

const placeholderMentions = (scope: Scope, path: Path, text: string | undefined): Mention[] =>
  placeholdersIn(text ?? '').flatMap((name) => pathMention(scope, path, name, 'read'));

/**
 * Mentions of the fields (columns) that receive values, and of the names that these values read. `begin`: the path that
 * leads to the fields.
 */
const valueMentions = (
  scope: Scope,
  path: Path,
  values: EffectValues | undefined,
  target: { owner: string; table: string; begin?: readonly string[] } | null,
): Mention[] =>
  Object.entries(values ?? {}).flatMap(([key, text]) => [
    ...(target
      ? [
          createMention(scope, [...path, key], 'field', '', {
            names: [...(target.begin ?? []), key],
            owner: target.owner,
            table: target.table,
            use: 'filled',
          }),
        ]
      : []),
    ...readMentions(scope, [...path, key], text),
  ]);

/** Mentions of the sub-tables that are created from rows of a source. */
const rowMentions = (
  scope: Scope,
  path: Path,
  values: EffectRows | undefined,
  { target, source }: { target: string; source: string },
): Mention[] =>
  Object.entries(values ?? {}).flatMap(([key, { each, when, fields }]) => {
    const tablePath = [...path, key];
    const rowScope: Scope = { ...scope, roots: { ...scope.roots, row: { owner: source, table: each } } };
    return [
      createMention(scope, tablePath, 'field', key, { owner: target, use: 'filled' }),
      createMention(scope, [...tablePath, 'each'], 'field', each, { owner: source, use: 'read' }),
      ...readMentions(rowScope, [...tablePath, 'when'], when),
      ...valueMentions(rowScope, [...tablePath, 'fields'], fields, { owner: target, table: key }),
    ];
  });

/** The record that `set` changes: this record, the record of the row, or one that a path of relations leads to. */
function targetOfSet(
  { nameContext, roots }: Scope,
  written: string,
): { owner: string; table: string; begin: string[] } | null {
  if (nameContext.owner === null) return null;
  const own = { owner: nameContext.owner, table: '' };
  const [first = '', ...rest] = written.split('.');
  const root = Object.hasOwn(roots, first) ? roots[first] : undefined;
  if (written === THIS) return { ...own, begin: [] };
  if (root) return { ...root, begin: rest };
  return { ...own, begin: written.split('.') };
}

/** Mentions of the roles, and of the fields with people, among the recipients. */
const recipientMentions = (scope: Scope, path: Path, recipients: readonly string[] | undefined): Mention[] =>
  (recipients ?? []).flatMap((one, index): Mention[] => {
    const [kind, name = ''] = one.split(':', 2) as [string, string?];
    if (kind === 'role') return [createMention(scope, [...path, index], 'role', name)];
    return kind === 'field' ? pathMention(scope, [...path, index], name, 'read') : [];
  });

function reminderMentions(path: Path, rule: Reminder, nameContext: NameContext): Mention[] {
  const scope: Scope = { nameContext, place: `提醒“${rule.label ?? rule.key}”`, roots: {} };
  return [
    ...pathMention(scope, [...path, 'field'], rule.field, 'asked'),
    ...readMentions(scope, [...path, 'when'], rule.when),
    ...recipientMentions(scope, [...path, 'to'], rule.to),
    ...placeholderMentions(scope, [...path, 'text'], rule.text),
  ];
}

/**
 * The start of `row.`: the sub-table named by `each`; for a relation to several records, the form that has the
 * relation.
 */
const rowRoot = (owner: string, each: string, definition: FormDefinition): { owner: string; table: string } => ({
  owner,
  table: columnsOfTable(definition, each) || !columnsOfEach(definition, each) ? each : '',
});

function effectMentions(path: Path, effect: Effect, outer: Scope, definition: FormDefinition): Mention[] {
  const own = outer.nameContext.owner ?? '';
  const scope: Scope =
    effect.each === undefined
      ? outer
      : { ...outer, roots: { ...outer.roots, row: rowRoot(own, effect.each, definition) } };
  const createdForm = effect.create ?? effect.start;
  const verb = effect.create === undefined ? 'start' : 'create';
  return [
    ...(effect.each === undefined
      ? []
      : [createMention(scope, [...path, 'each'], 'field', effect.each, { owner: own, use: 'read' })]),
    ...(effect.node === undefined
      ? []
      : [createMention(scope, [...path, 'node'], 'node', effect.node, { owner: own })]),
    ...(['when', 'require', 'to'] as const).flatMap((key) => readMentions(scope, [...path, key], effect[key])),
    ...(['message', 'text'] as const).flatMap((key) => placeholderMentions(scope, [...path, key], effect[key])),
    ...(['set', 'void', 'remove', 'merge', 'into'] as const).flatMap((key) =>
      effect[key] === undefined || effect[key] === THIS ? [] : pathMention(scope, [...path, key], effect[key], 'read'),
    ),
    ...(effect.set === undefined
      ? []
      : valueMentions(scope, [...path, 'fields'], effect.fields, targetOfSet(scope, effect.set))),
    ...(createdForm === undefined
      ? []
      : [
          createMention(scope, [...path, verb], 'form', createdForm),
          ...valueMentions(scope, [...path, 'fields'], effect.fields, { owner: createdForm, table: '' }),
          ...rowMentions(scope, [...path, 'rows'], effect.rows, { target: createdForm, source: own }),
        ]),
    ...(effect.link === undefined ? [] : pathMention(scope, [...path, 'link'], effect.link, 'filled')),
    ...recipientMentions(scope, [...path, 'notify'], effect.notify),
  ];
}

/** The form whose records an address opens: `/commonEntry/detail?formKey=contract`. */
export const formInAddress = (address: string): string | null =>
  /[?&]formKey=([A-Za-z][\w-]*)/.exec(address)?.[1] ?? null;

function actionMentions(
  path: Path,
  action: FormAction,
  nameContext: NameContext,
  definition: FormDefinition,
): Mention[] {
  const placeText = `按钮“${action.label}”`;
  const own = nameContext.owner ?? '';
  const scope: Scope = { nameContext, place: placeText, roots: { row: { owner: own, table: '' }, dialog: null } };
  const opened = action.open === undefined ? null : formInAddress(action.open);
  const dialog = (action.dialog ?? []) as AnyNode[];
  return [
    ...readMentions(scope, [...path, 'when'], action.when),
    ...(['confirm', 'done', 'open'] as const).flatMap((key) => placeholderMentions(scope, [...path, key], action[key])),
    ...(opened === null ? [] : [createMention(scope, [...path, 'open'], 'form', opened)]),
    ...(action.scan === undefined ? [] : pathMention(scope, [...path, 'scan'], action.scan, 'asked')),
    ...(action.roles ?? []).map((role, index) => createMention(scope, [...path, 'roles', index], 'role', role)),
    ...(action.nodes ?? []).map((node, index) =>
      createMention(scope, [...path, 'nodes', index], 'node', node, { owner: own }),
    ),
    ...collectNodes(dialog, NO_NAME_CONTEXT, canonicalPlaces(dialog, [...path, 'dialog'])),
    ...(action.effects ?? []).flatMap((effect, index) =>
      effectMentions([...path, 'effects', index], effect, scope, definition),
    ),
  ];
}

function createFromMentions(path: Path, from: CreateFrom, nameContext: NameContext): Mention[] {
  const own = nameContext.owner ?? '';
  const scope: Scope = {
    nameContext: NO_NAME_CONTEXT,
    place: `由其他记录生成“${from.label}”`,
    roots: { it: { owner: from.from, table: '' } },
  };
  return [
    createMention(scope, [...path, 'from'], 'form', from.from),
    createMention(scope, [...path, 'relation'], 'field', from.relation, { owner: own, use: 'filled' }),
    ...readMentions(scope, [...path, 'when'], from.when),
    ...valueMentions(scope, [...path, 'fields'], from.fields, { owner: own, table: '' }),
    ...rowMentions(scope, [...path, 'rows'], from.rows, { target: own, source: from.from }),
  ];
}

/** Every name that a form's effects, buttons, "create from" settings and reminders mention. */
export const collectEffects = (definition: FormDefinition, nameContext: NameContext): Mention[] => {
  const { effects = [], actions = [], createFrom = [], reminders = [] } = definition;
  return [
    ...effects.flatMap((effect, index) =>
      effectMentions(
        ['effects', index],
        effect,
        { nameContext, place: `联动（第 ${index + 1} 条）`, roots: {} },
        definition,
      ),
    ),
    ...actions.flatMap((action, index) => actionMentions(['actions', index], action, nameContext, definition)),
    ...createFrom.flatMap((from, index) => createFromMentions(['createFrom', index], from, nameContext)),
    ...reminders.flatMap((rule, index) => reminderMentions(['reminders', index], rule, nameContext)),
  ];
};

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
import { placesIn } from '../effects/scopedText.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../form.ts';
import { canonicalPlaces, collectNodes } from './collectNodes.ts';
import { AROUND_NOTHING, type Around, readsOfText, type Roots, startIn } from './readsOfText.ts';
import type { Mention } from './mention.ts';

/** What the texts of an effect, button or "create from" may begin with, and where they stand. */
interface Scope {
  around: Around;
  roots: Roots;
  place: string;
}

const mention = (
  { place }: Pick<Scope, 'place'>,
  path: Path,
  kind: Mention['kind'],
  name: string,
  more: Partial<Mention> = {},
): Mention => ({ kind, names: [name], owner: '', table: '', use: 'named', path, place, ...more });

const reads = ({ around, roots, place }: Scope, path: Path, text: string | undefined): Mention[] =>
  text === undefined ? [] : readsOfText(text, around, { path, place }, roots);

/** A written path (`contract.project`, `row.device`) as a mention of the field at its end. */
function pathMention(scope: Scope, path: Path, written: string, use: Mention['use']): Mention[] {
  const names = written.split('.');
  const [first = '', ...rest] = names;
  const root = Object.hasOwn(scope.roots, first) ? scope.roots[first] : undefined;
  const isRooted = root !== undefined || first === 'form';
  const steps = isRooted ? rest : names;
  if (root === null || steps.length === 0) return [];
  const start = root ?? startIn(scope.around, steps);
  return start ? [mention(scope, path, 'field', '', { names: steps, ...start, use })] : [];
}

const places = (scope: Scope, path: Path, text: string | undefined): Mention[] =>
  placesIn(text ?? '').flatMap((name) => pathMention(scope, path, name, 'read'));

/** Fields (columns) that are given a value, and what the values read. `begin`: the names that lead to them. */
const values = (
  scope: Scope,
  path: Path,
  given: EffectValues | undefined,
  target: { owner: string; table: string; begin?: readonly string[] } | null,
): Mention[] =>
  Object.entries(given ?? {}).flatMap(([key, text]) => [
    ...(target
      ? [
          mention(scope, [...path, key], 'field', '', {
            names: [...(target.begin ?? []), key],
            owner: target.owner,
            table: target.table,
            use: 'filled',
          }),
        ]
      : []),
    ...reads(scope, [...path, key], text),
  ]);

/** Sub-tables of the target that are made of rows of a source. */
const rowsOf = (
  scope: Scope,
  path: Path,
  given: EffectRows | undefined,
  { target, source }: { target: string; source: string },
): Mention[] =>
  Object.entries(given ?? {}).flatMap(([key, { each, when, fields }]) => {
    const at = [...path, key];
    const inside: Scope = { ...scope, roots: { ...scope.roots, row: { owner: source, table: each } } };
    return [
      mention(scope, at, 'field', key, { owner: target, use: 'filled' }),
      mention(scope, [...at, 'each'], 'field', each, { owner: source, use: 'read' }),
      ...reads(inside, [...at, 'when'], when),
      ...values(inside, [...at, 'fields'], fields, { owner: target, table: key }),
    ];
  });

/** Where what `set` changes stands: this record, the row's, or one that a path of relations leads to. */
function targetOfSet(
  { around, roots }: Scope,
  written: string,
): { owner: string; table: string; begin: string[] } | null {
  if (around.owner === null) return null;
  const own = { owner: around.owner, table: '' };
  const [first = '', ...rest] = written.split('.');
  const root = Object.hasOwn(roots, first) ? roots[first] : undefined;
  if (written === THIS) return { ...own, begin: [] };
  if (root) return { ...root, begin: rest };
  return { ...own, begin: written.split('.') };
}

/** Roles, and fields that hold people, among those who are told. */
const people = (scope: Scope, path: Path, named: readonly string[] | undefined): Mention[] =>
  (named ?? []).flatMap((one, index): Mention[] => {
    const [kind, name = ''] = one.split(':', 2) as [string, string?];
    if (kind === 'role') return [mention(scope, [...path, index], 'role', name)];
    return kind === 'field' ? pathMention(scope, [...path, index], name, 'read') : [];
  });

function ofReminder(path: Path, rule: Reminder, around: Around): Mention[] {
  const scope: Scope = { around, place: `提醒“${rule.label ?? rule.key}”`, roots: {} };
  return [
    ...pathMention(scope, [...path, 'field'], rule.field, 'asked'),
    ...reads(scope, [...path, 'when'], rule.when),
    ...people(scope, [...path, 'to'], rule.to),
    ...places(scope, [...path, 'text'], rule.text),
  ];
}

/** Where `row.` begins: in the sub-table of `each`; of a relation to several records in the form that has it. */
const rowRoot = (owner: string, each: string, definition: FormDefinition): { owner: string; table: string } => ({
  owner,
  table: columnsOfTable(definition, each) || !columnsOfEach(definition, each) ? each : '',
});

function ofEffect(path: Path, effect: Effect, outer: Scope, definition: FormDefinition): Mention[] {
  const own = outer.around.owner ?? '';
  const scope: Scope =
    effect.each === undefined
      ? outer
      : { ...outer, roots: { ...outer.roots, row: rowRoot(own, effect.each, definition) } };
  const made = effect.create ?? effect.start;
  const verb = effect.create === undefined ? 'start' : 'create';
  return [
    ...(effect.each === undefined
      ? []
      : [mention(scope, [...path, 'each'], 'field', effect.each, { owner: own, use: 'read' })]),
    ...(effect.node === undefined ? [] : [mention(scope, [...path, 'node'], 'node', effect.node, { owner: own })]),
    ...(['when', 'require', 'to'] as const).flatMap((key) => reads(scope, [...path, key], effect[key])),
    ...(['message', 'text'] as const).flatMap((key) => places(scope, [...path, key], effect[key])),
    ...(['set', 'void', 'remove', 'merge', 'into'] as const).flatMap((key) =>
      effect[key] === undefined || effect[key] === THIS ? [] : pathMention(scope, [...path, key], effect[key], 'read'),
    ),
    ...(effect.set === undefined
      ? []
      : values(scope, [...path, 'fields'], effect.fields, targetOfSet(scope, effect.set))),
    ...(made === undefined
      ? []
      : [
          mention(scope, [...path, verb], 'form', made),
          ...values(scope, [...path, 'fields'], effect.fields, { owner: made, table: '' }),
          ...rowsOf(scope, [...path, 'rows'], effect.rows, { target: made, source: own }),
        ]),
    ...(effect.link === undefined ? [] : pathMention(scope, [...path, 'link'], effect.link, 'filled')),
    ...people(scope, [...path, 'notify'], effect.notify),
  ];
}

/** The form that an address opens records of: `/commonEntry/detail?formKey=contract`. */
export const formInAddress = (address: string): string | null =>
  /[?&]formKey=([A-Za-z][\w-]*)/.exec(address)?.[1] ?? null;

function ofAction(path: Path, action: FormAction, around: Around, definition: FormDefinition): Mention[] {
  const place = `按钮“${action.label}”`;
  const own = around.owner ?? '';
  const scope: Scope = { around, place, roots: { row: { owner: own, table: '' }, dialog: null } };
  const opened = action.open === undefined ? null : formInAddress(action.open);
  const dialog = (action.dialog ?? []) as AnyNode[];
  return [
    ...reads(scope, [...path, 'when'], action.when),
    ...(['confirm', 'done', 'open'] as const).flatMap((key) => places(scope, [...path, key], action[key])),
    ...(opened === null ? [] : [mention(scope, [...path, 'open'], 'form', opened)]),
    ...(action.scan === undefined ? [] : pathMention(scope, [...path, 'scan'], action.scan, 'asked')),
    ...(action.roles ?? []).map((role, index) => mention(scope, [...path, 'roles', index], 'role', role)),
    ...(action.nodes ?? []).map((node, index) =>
      mention(scope, [...path, 'nodes', index], 'node', node, { owner: own }),
    ),
    ...collectNodes(dialog, AROUND_NOTHING, canonicalPlaces(dialog, [...path, 'dialog'])),
    ...(action.effects ?? []).flatMap((effect, index) =>
      ofEffect([...path, 'effects', index], effect, scope, definition),
    ),
  ];
}

function ofCreateFrom(path: Path, from: CreateFrom, around: Around): Mention[] {
  const own = around.owner ?? '';
  const scope: Scope = {
    around: AROUND_NOTHING,
    place: `由其他记录生成“${from.label}”`,
    roots: { it: { owner: from.from, table: '' } },
  };
  return [
    mention(scope, [...path, 'from'], 'form', from.from),
    mention(scope, [...path, 'relation'], 'field', from.relation, { owner: own, use: 'filled' }),
    ...reads(scope, [...path, 'when'], from.when),
    ...values(scope, [...path, 'fields'], from.fields, { owner: own, table: '' }),
    ...rowsOf(scope, [...path, 'rows'], from.rows, { target: own, source: from.from }),
  ];
}

/** What the effects of a form's events, its buttons, "create from" and reminders name. */
export const collectEffects = (definition: FormDefinition, around: Around): Mention[] => {
  const { effects = [], actions = [], createFrom = [], reminders = [] } = definition;
  return [
    ...effects.flatMap((effect, index) =>
      ofEffect(['effects', index], effect, { around, place: `联动（第 ${index + 1} 条）`, roots: {} }, definition),
    ),
    ...actions.flatMap((action, index) => ofAction(['actions', index], action, around, definition)),
    ...createFrom.flatMap((from, index) => ofCreateFrom(['createFrom', index], from, around)),
    ...reminders.flatMap((rule, index) => ofReminder(['reminders', index], rule, around)),
  ];
};

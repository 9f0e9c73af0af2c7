/**
 * One entry of the rules of a form, as it is written in the document: an effect, button, reminder, dialog field or
 * print setting.
 */
export type RuleObject = Readonly<Record<string, unknown>>;
/** A rule object that is an effect. */
export type Effect = RuleObject;

export const EVENTS: readonly { value: string; label: string }[] = [
  { value: 'saved', label: '保存后' },
  { value: 'submitted', label: '提交后' },
  { value: 'finished', label: '办结后' },
  { value: 'passed', label: '审批节点通过后' },
  { value: 'returned', label: '审批节点退回后' },
  { value: 'rejected', label: '审批未通过后' },
  { value: 'voided', label: '作废后' },
  { value: 'restored', label: '恢复后' },
  { value: 'removed', label: '删除后' },
  { value: 'time', label: '定时' },
];

/** A kind of effect: its key in the document (`value`) and the other keys that it uses. */
export interface EffectKind {
  value: string;
  label: string;
  keys: readonly string[];
  /** Initial value of the key `value` of a new effect. */
  initialValue: unknown;
}

export const EFFECT_KINDS: readonly EffectKind[] = [
  { value: 'require', label: '检查条件，不符合就不能办', keys: ['message'], initialValue: 'true' },
  { value: 'set', label: '修改记录', keys: ['fields', 'rows', 'undo'], initialValue: 'this' },
  { value: 'create', label: '生成一条记录', keys: ['fields', 'rows'], initialValue: '' },
  { value: 'start', label: '生成一条记录并提交', keys: ['fields', 'rows'], initialValue: '' },
  { value: 'link', label: '加入关联', keys: ['to'], initialValue: '' },
  { value: 'void', label: '作废记录', keys: [], initialValue: 'this' },
  { value: 'merge', label: '合并记录', keys: ['into'], initialValue: 'this' },
  { value: 'remove', label: '删除记录', keys: [], initialValue: '' },
  { value: 'notify', label: '通知有关的人', keys: ['text'], initialValue: ['creator'] },
];

/** Returns the kind of an effect; undefined if no kind is selected. */
export const kindOfEffect = (effect: Effect): EffectKind | undefined =>
  EFFECT_KINDS.find(({ value }) => effect[value] !== undefined);

/** Returns a copy with the key set; undefined removes it. */
export function withKey(effect: Effect, key: string, value: unknown): Effect {
  const { [key]: _before, ...rest } = effect;
  return value === undefined ? rest : { ...effect, [key]: value };
}

/**
 * Returns a copy with another kind: keys of the old kind are removed; event, condition and keys that both kinds use
 * stay.
 */
export function withKind(effect: Effect, kind: EffectKind): Effect {
  const oldKind = kindOfEffect(effect);
  if (oldKind === kind) return effect;
  const removedKeys = oldKind ? [oldKind.value, ...oldKind.keys.filter((key) => !kind.keys.includes(key))] : [];
  const remainingValues = Object.fromEntries(Object.entries(effect).filter(([key]) => !removedKeys.includes(key)));
  const initialText =
    kind.value === 'require' ? { message: '不符合要求' } : kind.value === 'notify' ? { text: '请查看' } : {};
  return {
    ...remainingValues,
    [kind.value]: kind.initialValue,
    ...initialText,
    ...(kind.value === 'link' ? { to: 'id' } : {}),
  };
}

/**
 * Returns a copy with another event. Removes `node` and `every` if the new event does not use them. For the event
 * `time`, adds a daily schedule if there is none.
 */
export function withEvent(effect: Effect, on: string): Effect {
  const { node, every, ...rest } = effect;
  const hasNode = on === 'passed' || on === 'returned';
  return {
    ...rest,
    on,
    ...(hasNode && node !== undefined ? { node } : {}),
    ...(on === 'time' ? { every: every ?? { unit: 'day' } } : {}),
  };
}

export const NEW_EFFECT: Effect = { on: 'finished', notify: ['creator'], text: '请查看' };

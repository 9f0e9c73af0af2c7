/** One effect of a form as its document writes it. */
export type Effect = Readonly<Record<string, unknown>>;

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
export interface Act {
  value: string;
  label: string;
  keys: readonly string[];
  /** Initial value of its key. */
  first: unknown;
}

export const ACTS: readonly Act[] = [
  { value: 'require', label: '检查条件，不符合就不能办', keys: ['message'], first: 'true' },
  { value: 'set', label: '修改记录', keys: ['fields', 'rows', 'undo'], first: 'this' },
  { value: 'create', label: '生成一条记录', keys: ['fields', 'rows'], first: '' },
  { value: 'start', label: '生成一条记录并提交', keys: ['fields', 'rows'], first: '' },
  { value: 'link', label: '加入关联', keys: ['to'], first: '' },
  { value: 'void', label: '作废记录', keys: [], first: 'this' },
  { value: 'merge', label: '合并记录', keys: ['into'], first: 'this' },
  { value: 'remove', label: '删除记录', keys: [], first: '' },
  { value: 'notify', label: '通知有关的人', keys: ['text'], first: ['creator'] },
];

export const actOf = (effect: Effect): Act | undefined => ACTS.find(({ value }) => effect[value] !== undefined);

/** A copy with the key set; undefined removes it. */
export function withValue(effect: Effect, key: string, value: unknown): Effect {
  const { [key]: _before, ...rest } = effect;
  return value === undefined ? rest : { ...effect, [key]: value };
}

/** A copy with another act: keys of the old act are removed, event, condition and keys of both acts stay. */
export function withAct(effect: Effect, act: Act): Effect {
  const before = actOf(effect);
  if (before === act) return effect;
  const gone = before ? [before.value, ...before.keys.filter((key) => !act.keys.includes(key))] : [];
  const kept = Object.fromEntries(Object.entries(effect).filter(([key]) => !gone.includes(key)));
  const text = act.value === 'require' ? { message: '不符合要求' } : act.value === 'notify' ? { text: '请查看' } : {};
  return { ...kept, [act.value]: act.first, ...text, ...(act.value === 'link' ? { to: 'id' } : {}) };
}

/** A copy with another event: keys of the old event are removed, and a required schedule is added. */
export function withEvent(effect: Effect, on: string): Effect {
  const { node, every, ...rest } = effect;
  return {
    ...rest,
    on,
    ...(on === 'passed' || on === 'returned' ? (node === undefined ? {} : { node }) : {}),
    ...(on === 'time' ? { every: every ?? { unit: 'day' } } : {}),
  };
}

export const NEW_EFFECT: Effect = { on: 'finished', notify: ['creator'], text: '请查看' };

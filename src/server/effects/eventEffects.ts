import { keyPrefixOf, type EffectNames } from '../../effects/index.ts';
import type { FormLookup } from '../../relations/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, relatedForms, type LoadedForm } from '../documents/index.ts';
import type { RecordEvent, RecordRow } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';
import { runEffects } from './runEffects.ts';
import type { Subject } from './subject.ts';

/** The names of events in the history. */
const EVENT_NAMES: Readonly<Record<RecordEvent['event'], string>> = {
  saved: '保存',
  submitted: '提交',
  finished: '办结',
  passed: '通过',
  returned: '退回',
  rejected: '未通过',
  voided: '作废',
  restored: '恢复',
  removed: '删除',
};

/** Returns the cause of an effect as a note for the history: “由 用印申请“YZ-2026-031”办结”. */
export const causeOf = ({ form }: LoadedForm, row: Pick<RecordRow, 'title'>, eventName: string): string =>
  `由 ${form.definition.formName}“${row.title}”${eventName}`;

/**
 * Loads the names that the expressions of a form's effects may use. Related forms are read in their published
 * versions.
 */
export async function loadEffectNames(context: ServerContext, trx: Trx, { form }: LoadedForm): Promise<EffectNames> {
  const formOf: FormLookup = await relatedForms(context, trx, form.definition);
  return { definition: form.definition, prefixes: {}, formOf, vocabulary: context.vocabulary };
}

/**
 * Runs the effects of an event. The newest published definition applies to records of every version. Returns the
 * record after the effects; null if the event has no effects.
 */
export async function runEventEffects(
  context: ServerContext,
  trx: Trx,
  { event, node = '', row, flow, user, taskId = '', depth = 0 }: RecordEvent,
): Promise<RecordRow | null> {
  const loaded = await loadForm(context, trx, row.form_key);
  const effects = (loaded.form.definition.effects ?? []).filter((effect) => effect.on === event);
  const nodeEffects = effects.filter((effect) => effect.node !== undefined && effect.node === node);
  const generalEffects = effects.filter((effect) => effect.node === undefined);
  if (nodeEffects.length + generalEffects.length === 0) return null;
  const subject: Subject = {
    context,
    trx,
    user,
    loaded,
    flow,
    row,
    names: await loadEffectNames(context, trx, loaded),
    prefixValues: {},
    cause: causeOf(loaded, row, node === '' ? EVENT_NAMES[event] : `的“${node}”${EVENT_NAMES[event]}`),
    event,
    taskId,
    depth,
    keyPrefix: event,
  };
  // The stored key of an effect begins with this prefix. By the key an effect finds the records that it created before
  // and updates them. So an effect without a node updates the same records at every node.
  subject.row = await runEffects(subject, generalEffects);
  return runEffects({ ...subject, keyPrefix: keyPrefixOf({ on: event, node }) }, nodeEffects);
}

import { keyPrefixOf, type EffectNames, type FormLookup } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, relatedForms, type LoadedForm } from '../documents/index.ts';
import type { RecordHappening, RecordRow } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';
import { runEffects } from './runEffects.ts';
import type { Subject } from './subject.ts';

/** What history calls an event. */
const EVENT_WORDS: Readonly<Record<RecordHappening['event'], string>> = {
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

/** What brought an effect about: “由 用印申请“YZ-2026-031”办结”. */
export const causeOf = ({ form }: LoadedForm, row: Pick<RecordRow, 'title'>, word: string): string =>
  `由 ${form.definition.formName}“${row.title}”${word}`;

/** The names that the effects of a form read, with the forms that its relations lead to as they are published now. */
export async function namesFor(context: ServerContext, trx: Trx, { form }: LoadedForm): Promise<EffectNames> {
  const formOf: FormLookup = await relatedForms(context, trx, form.definition);
  return { definition: form.definition, groups: {}, formOf, vocabulary: context.vocabulary };
}

/**
 * The effects of an event, by the newest published definition: what is published rules from then on, for records of every
 * version. Answers the record where they changed it.
 */
export async function runEventEffects(
  context: ServerContext,
  trx: Trx,
  { event, node = '', row, flow, user, taskId = '', depth = 0 }: RecordHappening,
): Promise<RecordRow | null> {
  const loaded = await loadForm(context, trx, row.form_key);
  const effects = (loaded.form.definition.effects ?? []).filter((effect) => effect.on === event);
  const ofNode = effects.filter((effect) => effect.node !== undefined && effect.node === node);
  const ofAny = effects.filter((effect) => effect.node === undefined);
  if (ofNode.length + ofAny.length === 0) return null;
  const subject: Subject = {
    context,
    trx,
    user,
    loaded,
    flow,
    row,
    names: await namesFor(context, trx, loaded),
    groups: {},
    cause: causeOf(loaded, row, node === '' ? EVENT_WORDS[event] : `的“${node}”${EVENT_WORDS[event]}`),
    event,
    taskId,
    depth,
    keyPrefix: event,
  };
  // what any node makes is the same whichever node it was; what one node makes is known by the node
  subject.row = await runEffects(subject, ofAny);
  return runEffects({ ...subject, keyPrefix: keyPrefixOf({ on: event, node }) }, ofNode);
}

import type { EffectNames } from '../../effects/index.ts';
import { SYSTEM_USER } from '../approval/index.ts';
import type { ServerContext } from '../context.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import { causeOf, type Subject } from '../effects/index.ts';
import type { RecordRow } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';

/**
 * The context in which the time rules of a form run: the newest published form, and the names that its expressions use.
 */
export interface RuleForm {
  context: ServerContext;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  names: EffectNames;
}

/**
 * Returns the subject of effects for a record: the system acts, not a person. `due`: the date for which the rule runs.
 */
export const subjectOf = (
  { context, loaded, flow, names }: RuleForm,
  trx: Trx,
  row: RecordRow,
  due: string,
): Subject => ({
  context,
  trx,
  user: SYSTEM_USER,
  loaded,
  flow,
  row,
  names,
  prefixValues: {},
  cause: causeOf(loaded, row, `定时（${due}）`),
  event: 'time',
  taskId: '',
  depth: 0,
  keyPrefix: `time ${due}`,
});

import type { EffectNames } from '../../kernel/index.ts';
import { SYSTEM_USER } from '../approval/index.ts';
import type { ServerContext } from '../context.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import { causeOf, type Subject } from '../effects/index.ts';
import type { RecordRow } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';

/** What the rules of a form are run with: the newest published form, and the names its expressions read. */
export interface RuleForm {
  context: ServerContext;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  names: EffectNames;
}

/** A record as a rule of time meets it: nobody acts, the document does. `due`: the date for which it is done. */
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
  groups: {},
  cause: causeOf(loaded, row, `定时（${due}）`),
  event: 'time',
  taskId: '',
  depth: 0,
  keyPrefix: `time ${due}`,
});
